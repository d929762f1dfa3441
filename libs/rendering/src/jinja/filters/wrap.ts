import { characters } from '../python/protocols.js';
import type { Meter } from '../python/runtime.js';

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

/** The rest of a word, or of the space between two words. */
type Chunk = { readonly points: string | readonly string[]; from: number };

/** The lines of a text without line breaks, no wider than `width` if possible: Python's textwrap. */
export function wrap(
  meter: Meter,
  text: string,
  width: number,
  breakLongWords: boolean,
  breakOnHyphens: boolean,
): string[] {
  const chunks = text
    .split(breakOnHyphens ? hyphenated : simple)
    .filter(Boolean)
    .map((chunk): Chunk => ({ points: characters(meter, chunk), from: 0 }))
    .toReversed();
  const lines: string[] = [];
  while (chunks.length > 0) {
    if (lines.length > 0 && isBlank(chunks.at(-1) as Chunk)) chunks.pop();
    const line: string[] = [];
    let length = 0;
    while (chunks.length > 0 && length + getLength(chunks.at(-1) as Chunk) <= width) {
      const chunk = chunks.pop() as Chunk;
      line.push(getText(chunk));
      length += getLength(chunk);
    }
    const next = chunks.at(-1);
    if (next && getLength(next) > width) {
      if (breakLongWords) line.push(broken(next, width - length, breakOnHyphens));
      else if (line.length === 0) line.push(getText(chunks.pop() as Chunk));
    }
    if (line.at(-1)?.trim() === '') line.pop();
    if (line.length > 0) lines.push(line.join(''));
  }
  return lines;
}

/** Takes the part of a word that fits, up to its last hyphen if it has one. */
function broken(chunk: Chunk, maxLength: number, breakOnHyphens: boolean): string {
  const { points, from } = chunk;
  let end = from + maxLength;
  if (breakOnHyphens) {
    let hyphen = end - 1;
    while (hyphen > from && points[hyphen] !== '-') hyphen -= 1;
    if (hyphen > from && Array.from(getText(chunk, hyphen)).some((character) => character !== '-')) end = hyphen + 1;
  }
  chunk.from = end;
  return getText({ points, from }, end);
}

function getText({ points, from }: Chunk, end = points.length): string {
  const part = points.slice(from, end);
  return typeof part === 'string' ? part : part.join('');
}

const getLength = ({ points, from }: Chunk): number => points.length - from;
const isBlank = (chunk: Chunk): boolean => chunk.points[chunk.from]?.trim() === '' && getText(chunk).trim() === '';
