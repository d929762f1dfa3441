/** What a search looks at, all in lower case. */
export interface Searchable {
  from: string;
  to: string;
  subject: string;
  body: string;
}

const term = /(-?)(?:(from|to|subject):)?(?:"([^"]*)"|(\S+))/gi;

/**
 * Mailpit's search, the everyday part of it: words and "phrases" that all must occur somewhere, `from:`, `to:` (any recipient)
 * and `subject:` before a word or phrase to look only there, `-` before either to exclude.
 */
export function parseSearch(query: string): (mail: Searchable) => boolean {
  const tests = [...query.toLowerCase().matchAll(term)].map(([, minus, field, phrase, word]) => {
    const wanted = phrase ?? word ?? '';
    return (mail: Searchable) => {
      const places = field ? [mail[field as 'from' | 'to' | 'subject']] : [mail.from, mail.to, mail.subject, mail.body];
      return places.some((place) => place.includes(wanted)) !== (minus === '-');
    };
  });
  return (mail) => tests.every((test) => test(mail));
}
