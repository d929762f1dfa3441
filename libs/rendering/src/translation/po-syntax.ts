/** An invalid PO file. The message is for its translator. */
export class PoFileError extends Error {
  override readonly name = 'PoFileError';
}

/** One message of a PO file, as written. */
export type PoEntry = {
  readonly context: string;
  readonly msgid: string;
  readonly plural: string | undefined;
  /** One text, or one per plural form. */
  readonly forms: readonly string[];
  readonly flags: readonly string[];
};

const poLimits = {
  messages: 50_000,
  /** Quoted texts; a message has one per line. */
  texts: 300_000,
  textLength: 65_536,
} as const;

// The patterns are unambiguous, so a file is read in one pass, whatever its content.
const outside = /[\n\r]+|[^\S\n\r]+|#.*|"|(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d{1,3})\])?(?![\w[])/y;
const inside = /"|[^"\\\n\r]+|\\(?:[abfnrtv"\\0-7]|x[\da-fA-F])/y;

/** The keywords that may precede each keyword; a message may start at the beginning or after a complete one. */
const before: Record<string, readonly (string | undefined)[]> = {
  msgctxt: [undefined, 'msgstr', 'form'],
  msgid: [undefined, 'msgctxt', 'msgstr', 'form'],
  msgid_plural: ['msgid'],
  msgstr: ['msgid'],
  form: ['msgid_plural', 'form'],
};
const finished = before['msgctxt'];

/**
 * The messages of a PO file, with the grammar and the escapes of msgfmt. Obsolete ones are comments. `decode` decodes
 * the bytes of escapes.
 * @throws PoFileError with the line
 */
export function* readPo(file: string, decode: (bytes: Uint8Array) => string): Generator<PoEntry> {
  let entry = new UnfinishedEntry();
  let flags: string[] = [];
  let keyword: string | undefined;
  let hasText = true;
  let line = 1;
  let messages = 0;
  let texts = 0;
  for (let at = 0; at < file.length;) {
    outside.lastIndex = at;
    const [found, word, index] = outside.exec(file) ?? [];
    if (found === undefined) throw wrong(line, `${excerpt(file, at)} is neither a keyword nor a text in double quotes`);
    at = outside.lastIndex;
    if (found === '"') {
      if (keyword === undefined) throw wrong(line, 'a text without a keyword');
      const end = endOfText(file, at, line);
      texts += 1;
      if (texts > poLimits.texts) throw wrong(line, 'the file has too many texts');
      entry.add(unescaped(file.slice(at, end), decode));
      hasText = true;
      at = end + 1;
    } else if (word !== undefined) {
      const next = index === undefined ? word : word === 'msgstr' ? 'form' : '';
      const form = next === 'form' && keyword === 'form' ? entry.forms.length : 0;
      if (!hasText || !before[next]?.includes(keyword) || (next === 'form' && Number(index) !== form))
        throw wrong(line, `${found} is not expected here`);
      if (finished?.includes(keyword) && (next === 'msgctxt' || next === 'msgid')) {
        if (keyword !== undefined) yield entry;
        messages += 1;
        if (messages > poLimits.messages) throw wrong(line, 'the file has too many messages');
        entry = new UnfinishedEntry();
      }
      entry.begin(next, flags);
      flags = [];
      keyword = next;
      hasText = false;
    } else if (found.startsWith('\n') || found.startsWith('\r')) {
      line += lineEnds(found);
    } else if (found.startsWith('#,')) {
      flags.push(...found.slice(2).split(','));
    }
  }
  if (keyword === undefined) throw new PoFileError('it is not a PO file: it has no messages');
  if (!hasText || !finished?.includes(keyword)) throw wrong(line, 'the last message has no translation');
  yield entry;
}

/** The number of line breaks, of any system. */
function lineEnds(found: string): number {
  let count = 0;
  for (let at = 0; at < found.length; at += 1) if (found[at] === '\n' || found[at + 1] !== '\n') count += 1;
  return count;
}

class UnfinishedEntry implements PoEntry {
  context = '';
  msgid = '';
  plural: string | undefined;
  readonly forms: string[] = [];
  readonly flags: string[] = [];
  private keyword = '';

  begin(keyword: string, flags: readonly string[]): void {
    this.keyword = keyword;
    this.flags.push(...flags.map((flag) => flag.trim()));
    if (keyword === 'msgid_plural') this.plural = '';
    if (keyword === 'msgstr' || keyword === 'form') this.forms.push('');
  }

  add(text: string): void {
    if (this.keyword === 'msgctxt') this.context += text;
    else if (this.keyword === 'msgid') this.msgid += text;
    else if (this.keyword === 'msgid_plural') this.plural += text;
    else this.forms.push(`${this.forms.pop()}${text}`);
  }
}

/** The position of the quote that ends a text. */
function endOfText(file: string, from: number, line: number): number {
  for (let at = from; at < file.length && at - from <= poLimits.textLength; at = inside.lastIndex) {
    inside.lastIndex = at;
    const [found] = inside.exec(file) ?? [];
    if (found === undefined) break;
    if (found === '"') return at;
    if (inside.lastIndex - from > poLimits.textLength)
      throw wrong(line, `a text is longer than ${poLimits.textLength.toLocaleString('en-US')} characters`);
  }
  throw wrong(line, 'a text is not closed, or has a backslash that means nothing');
}

const escapes = /(?:\\(?:[0-7]{1,3}|x[\da-fA-F]+))+|\\[^]/g;
const byte = /\\(?:x([\da-fA-F]+)|([0-7]{1,3}))/g;

const characters: Readonly<Record<string, string>> = {
  '\\a': '\u0007',
  '\\b': '\b',
  '\\f': '\f',
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
  '\\v': '\v',
  '\\"': '"',
  '\\\\': '\\',
};

/** As in gettext, an octal or hexadecimal escape is a byte, so several may form one character of the file's charset. */
function unescaped(text: string, decode: (bytes: Uint8Array) => string): string {
  if (!text.includes('\\')) return text;
  return text.replace(escapes, (found) => {
    const character = characters[found];
    if (character !== undefined) return character;
    const bytes = [...found.matchAll(byte)].map(([, hex, octal]) =>
      hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex.slice(-2), 16),
    );
    return decode(Uint8Array.from(bytes));
  });
}

const wrong = (line: number, what: string): PoFileError =>
  new PoFileError(`it is not a PO file: line ${line}: ${what}`);

const excerpt = (file: string, at: number): string =>
  JSON.stringify(/^[^\n\r]{0,20}/.exec(file.slice(at, at + 20))?.[0]);
