/** Matches labels by word: prefix matches rank before substring matches. */
export function matching<Item extends { readonly label: string }>(
  words: string,
  items: readonly Item[],
): readonly Item[] {
  const queryWords = words.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ label }: Item): number => {
    const text = label.toLowerCase();
    const inWords = text.split(/[\s-]+/);
    if (queryWords.every((word) => inWords.some((known) => known.startsWith(word)))) return 0;
    return queryWords.every((word) => text.includes(word)) ? 1 : 2;
  };
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .filter(({ rank }) => rank < 2)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** The shortest limit of all list endpoints. Longer words match nothing. */
const maxLength = 254;

const controlCharacters = /[\x00-\x1f\x7f]+/g;
/** `Ada Lovelace <ada@example.com>`, `Ada [mailto:ada@example.com]`. */
const named = /^[^<>[\]]*[<[]([^<>[\]]+)[>\]][\s,;]*$/;
const quote = `"'\`“”„‘’‚«»‹›`;
const quoted = new RegExp(`^[\\s${quote}]*(.*?)[\\s${quote},;]*$`);
const address = new RegExp(`^[^\\s@<>"]+@[^\\s@<>${quote},;]+$`);

/** The search words for the API: only the address of a pasted `Name <address>`. */
export function searchTerms(typed: string): string {
  const text = typed.replace(controlCharacters, ' ').trim();
  return (
    bareAddress(text) ??
    text
      .slice(0, maxLength)
      .replace(/[\uD800-\uDBFF]$/, '')
      .trim()
  );
}

function bareAddress(text: string): string | undefined {
  const inner = named.exec(text)?.[1] ?? text;
  const [, bare = ''] = quoted.exec(inner) ?? [];
  const found = /^mailto:/i.test(bare) ? decoded(bare.slice('mailto:'.length).replace(/\?.*/s, '')) : bare;
  return found.length <= maxLength && address.test(found) ? found : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
