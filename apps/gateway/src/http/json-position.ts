import { atOnce, type Pieces } from '@postrider/concurrency';

/** Characters of one number. */
export const maxNumberLength = 1_000;

/** The tokens of RFC 8259; of a string only its first quote. */
const token = /([[\]{},:])|(")|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const longNumber = new RegExp(`[-\\d][-+.eE\\d]{${maxNumberLength}}`, 'y');
const specialInString = /["\\\x00-\x1f]/g;
const escape = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;

/** How much is looked at in one piece. */
const tokensOfPiece = 5_000;
const charactersOfPiece = 64 * 1024;

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or }' | ', or ]' | 'end';

/**
 * Where a text that is not JSON stops being JSON, in words: `unexpected "}" at line 1, column 6 (position 5)`. The engine's own message
 * names a position only sometimes, and quotes the text when it does not.
 */
export const findJsonError = (text: string): string => atOnce(jsonErrorInPieces(text));

/** The same of a text that is large. */
export function* jsonErrorInPieces(text: string): Pieces<string> {
  const open: ('{' | '[')[] = [];
  const afterValue = (): Expected => (open.length === 0 ? 'end' : open.at(-1) === '{' ? ', or }' : ', or ]');
  let expected: Expected = 'value';
  let at = 0;
  let pausedAt = 0;
  for (let tokens = 1; ; tokens++) {
    if (tokens % tokensOfPiece === 0 || at - pausedAt >= charactersOfPiece) {
      pausedAt = at;
      yield;
    }
    const start = isSpace(text.charCodeAt(at)) ? yield* skipSpace(text, at) : at;
    if (isLongNumber(text, start))
      return `a number of more than ${maxNumberLength} characters ${yield* placeOf(text, start)}`;
    token.lastIndex = start;
    const match = token.exec(text);
    const isString = match?.[2] !== undefined;
    const next: Expected | undefined = match ? step(expected, match[1], isString, open, afterValue) : undefined;
    const end = isString ? yield* endOfString(text, token.lastIndex) : token.lastIndex;
    if (!next || end === undefined) return yield* unexpectedAt(text, start);
    at = end;
    expected = next;
  }
}

/** Told before it is matched: on one of megabytes an expression would take long, and much stack. */
function isLongNumber(text: string, start: number): boolean {
  longNumber.lastIndex = start;
  return longNumber.test(text);
}

/** What may follow, or nothing if this token must not be here. */
function step(
  expected: Expected,
  punctuation: string | undefined,
  isString: boolean,
  open: ('{' | '[')[],
  afterValue: () => Expected,
): Expected | undefined {
  if (expected === 'value' || expected === 'value or ]') {
    if (punctuation === undefined) return afterValue();
    if (punctuation === '{' || punctuation === '[') {
      open.push(punctuation);
      return punctuation === '{' ? 'name or }' : 'value or ]';
    }
  }
  if (expected === 'name' || expected === 'name or }') {
    if (isString) return ':';
  }
  if (expected === ':' && punctuation === ':') return 'value';
  if (expected === ', or }' && punctuation === ',') return 'name';
  if (expected === ', or ]' && punctuation === ',') return 'value';
  const closes = expected.endsWith('}') ? '}' : expected.endsWith(']') ? ']' : undefined;
  if (closes !== undefined && punctuation === closes) {
    open.pop();
    return afterValue();
  }
  return undefined;
}

/** What follows the closing quote, or nothing if the string is not one. A single expression would exhaust its stack on a long attachment. */
function* endOfString(text: string, start: number): Pieces<number | undefined> {
  specialInString.lastIndex = start;
  for (let specials = 1; ; specials++) {
    if (specials % tokensOfPiece === 0) {
      const { lastIndex } = specialInString;
      yield;
      specialInString.lastIndex = lastIndex;
    }
    const special = specialInString.exec(text)?.[0];
    if (special === '"') return specialInString.lastIndex;
    if (special !== '\\') return undefined;
    escape.lastIndex = specialInString.lastIndex - 1;
    if (!escape.test(text)) return undefined;
    specialInString.lastIndex = escape.lastIndex;
  }
}

function* skipSpace(text: string, start: number): Pieces<number> {
  let position = start;
  for (; isSpace(text.charCodeAt(position)); position++) if (isPieceDone(position - start)) yield;
  return position;
}

function* unexpectedAt(text: string, position: number): Pieces<string> {
  if (position >= text.length) return `it ends too early at position ${text.length}`;
  const character = String.fromCodePoint(text.codePointAt(position)!);
  return `unexpected ${JSON.stringify(character)} ${yield* placeOf(text, position)}`;
}

function* placeOf(text: string, position: number): Pieces<string> {
  let line = 1;
  for (let at = 0; at < position; at++) {
    if (text.charCodeAt(at) === 0x0a) line++;
    if (isPieceDone(at)) yield;
  }
  const column = position - (position === 0 ? -1 : text.lastIndexOf('\n', position - 1));
  return `at line ${line}, column ${column} (position ${position})`;
}

const isPieceDone = (characters: number): boolean => (characters + 1) % charactersOfPiece === 0;

/** The four that JSON knows. */
export const isSpace = (code: number | undefined): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
