import { setImmediate as breathe } from 'node:timers/promises';

// None of them can match in two ways: a file is read once, from left to right, whatever is in it.
const outside = /\n|[^\S\n]+|#.*|"|(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d{1,3})\])?(?![\w[])/y;
const inside = /"|[^"\\\n]+|\\(?:[abfnrtv"\\0-7]|x[\da-fA-F])/y;

/** What may stand before each keyword: the first message may begin, and a finished one may be followed by the next. */
const before: Record<string, readonly (string | undefined)[]> = {
  msgctxt: [undefined, 'msgstr', 'form'],
  msgid: [undefined, 'msgctxt', 'msgstr', 'form'],
  msgid_plural: ['msgid'],
  msgstr: ['msgid'],
  form: ['msgid_plural', 'form'],
};
const finished = before['msgctxt'];

const stepsPerSlice = 100_000;

/**
 * Holds a PO file to the grammar and the escapes of msgfmt; the parser itself drops what it cannot place. Throws an Error that names
 * the line. Lets others work in between.
 */
export async function checkPoSyntax(file: string): Promise<void> {
  let keyword: string | undefined;
  let form = 0;
  let hasText = true;
  let inText = false;
  let line = 1;
  for (let at = 0, steps = 1; at < file.length; steps += 1) {
    if (steps % stepsPerSlice === 0) await breathe();
    const lexeme = inText ? inside : outside;
    lexeme.lastIndex = at;
    const [found, word, index] = lexeme.exec(file) ?? [];
    if (found === undefined)
      throw new Error(
        `line ${line}: ${inText ? 'a text is not closed, or has a backslash that means nothing' : `${excerpt(file, at)} is neither a keyword nor a text in double quotes`}`,
      );
    if (found === '"') {
      if (keyword === undefined) throw new Error(`line ${line}: a text without a keyword`);
      inText = !inText;
      hasText = true;
    } else if (word !== undefined) {
      const next = index === undefined ? word : word === 'msgstr' ? 'form' : '';
      form = next === 'form' && keyword === 'form' ? form + 1 : 0;
      if (!hasText || !before[next]?.includes(keyword) || (next === 'form' && Number(index) !== form))
        throw new Error(`line ${line}: ${found} is not expected here`);
      keyword = next;
      hasText = false;
    } else if (found === '\n') {
      line += 1;
    }
    at = lexeme.lastIndex;
  }
  if (inText) throw new Error(`line ${line}: a text is not closed, or has a backslash that means nothing`);
  if (keyword === undefined) throw new Error('it has no messages');
  if (!hasText || !finished?.includes(keyword)) throw new Error(`line ${line}: the last message has no translation`);
}

const excerpt = (file: string, at: number): string =>
  JSON.stringify(/^[^\n\r]{0,20}/.exec(file.slice(at, at + 20))?.[0]);
