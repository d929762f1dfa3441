import { characters } from '../python/protocols.js';

const punctuation = String.raw`[\p{L}\p{N}_!"'&.,?]`;
const word = String.raw`[\p{L}\p{N}_]`;
const letter = String.raw`[\p{L}_]`;
const space = String.raw`[\t\n\v\f\r ]`;
const nonSpace = String.raw`[^\t\n\v\f\r ]`;
const hyphenated = new RegExp(
  `(${space}+|(?<=${punctuation})-{2,}(?=${word})|${nonSpace}+?(?:-(?:(?<=${letter}{2}-)|(?<=${letter}-${letter}-))(?=${letter}-?${letter})|(?=${space}|$)|(?<=${punctuation})(?=-{2,}${word})))`,
  'u',
);
const simple = new RegExp(`(${space}+)`, 'u');

/** The lines of a text without line ends, none wider than `width` where that can be: Python's textwrap. */
export function wrap(text: string, width: number, breakLongWords: boolean, breakOnHyphens: boolean): string[] {
  const chunks = text
    .split(breakOnHyphens ? hyphenated : simple)
    .filter(Boolean)
    .toReversed();
  const lines: string[] = [];
  while (chunks.length > 0) {
    if (lines.length > 0 && isBlank(chunks.at(-1))) chunks.pop();
    const line: string[] = [];
    let length = 0;
    while (chunks.length > 0 && length + lengthOf(chunks.at(-1)) <= width) {
      const chunk = chunks.pop() as string;
      line.push(chunk);
      length += lengthOf(chunk);
    }
    if (chunks.length > 0 && lengthOf(chunks.at(-1)) > width) {
      if (breakLongWords) breakWord(chunks, line, width - length, breakOnHyphens);
      else if (line.length === 0) line.push(chunks.pop() as string);
    }
    if (line.length > 0 && isBlank(line.at(-1))) line.pop();
    if (line.length > 0) lines.push(line.join(''));
  }
  return lines;
}

function breakWord(chunks: string[], line: string[], room: number, breakOnHyphens: boolean): void {
  const text = chunks.at(-1) as string;
  const chunk = characters(text);
  const hyphen = breakOnHyphens ? chunk.lastIndexOf('-', room - 1) : -1;
  const end =
    hyphen > 0 && Array.from(chunk.slice(0, hyphen)).some((character) => character !== '-') ? hyphen + 1 : room;
  const [head, tail] = [chunk.slice(0, end), chunk.slice(end)];
  line.push(typeof head === 'string' ? head : head.join(''));
  chunks[chunks.length - 1] = typeof tail === 'string' ? tail : tail.join('');
}

const isBlank = (chunk: string | undefined): boolean => chunk?.trim() === '';
const lengthOf = (chunk: string | undefined): number => characters(chunk ?? '').length;
