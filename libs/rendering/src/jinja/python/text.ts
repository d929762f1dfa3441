import { occurrences, splitAt, splitFromEndAt } from './search.js';

/** Python's str methods on plain strings. */

const lineEnds = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/g;

export function splitLines(text: string, keepEnds = false): string[] {
  const lines: string[] = [];
  let from = 0;
  for (const match of text.matchAll(lineEnds)) {
    const end = match.index + match[0].length;
    lines.push(text.slice(from, keepEnds ? end : match.index));
    from = end;
  }
  if (from < text.length) lines.push(text.slice(from));
  return lines;
}

/** `str.split`: splits at runs of whitespace without a separator. */
export function split(text: string, separator: string | undefined, maxSplits: number): string[] {
  if (separator === undefined) {
    const words: string[] = [];
    let rest = text.trimStart();
    const full = maxSplits < 0 ? Number.POSITIVE_INFINITY : maxSplits;
    while (rest !== '' && words.length < full) {
      const end = rest.search(/\s/);
      if (end < 0) break;
      words.push(rest.slice(0, end));
      rest = rest.slice(end).trimStart();
    }
    if (rest !== '') words.push(words.length < full ? rest.trimEnd() : rest);
    return words;
  }
  return splitAt(text, separator, maxSplits < 0 ? undefined : maxSplits);
}

export function splitFromEnd(text: string, separator: string | undefined, maxSplits: number): string[] {
  if (maxSplits < 0) return split(text, separator, maxSplits);
  if (separator !== undefined) return splitFromEndAt(text, separator, maxSplits);
  const words: string[] = [];
  let rest = text.trimEnd();
  while (rest !== '' && words.length < maxSplits) {
    let start = rest.length;
    while (start > 0 && !/\s/.test(rest[start - 1] as string)) start -= 1;
    if (start === 0) break;
    words.push(rest.slice(start));
    rest = rest.slice(0, start).trimEnd();
  }
  if (rest !== '') words.push(rest);
  return words.toReversed();
}

export function strip(text: string, characters: string | undefined, side: 'start' | 'end' | 'both'): string {
  if (characters === undefined) {
    if (side === 'both') return text.trim();
    return side === 'start' ? text.trimStart() : text.trimEnd();
  }
  const unwanted = new Set(Array.from(characters));
  const points = Array.from(text);
  let start = 0;
  let end = points.length;
  if (side !== 'end') while (start < end && unwanted.has(points[start] as string)) start += 1;
  if (side !== 'start') while (end > start && unwanted.has(points[end - 1] as string)) end -= 1;
  return points.slice(start, end).join('');
}

export function capitalize(text: string): string {
  const [first = ''] = Array.from(text.slice(0, 2));
  return first.toUpperCase() + text.slice(first.length).toLowerCase();
}

/** `str.title`: the first letter of each run of letters is upper case, so an apostrophe starts a word. */
export const title = (text: string): string => text.replace(/\p{L}+/gu, (word) => capitalize(word));

export const swapCase = (text: string): string =>
  text.replace(/\p{L}/gu, (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()));

const cased = /[\p{Lu}\p{Ll}\p{Lt}]/u;
export const isUpper = (text: string): boolean => cased.test(text) && !/[\p{Ll}\p{Lt}]/u.test(text);
export const isLower = (text: string): boolean => cased.test(text) && !/[\p{Lu}\p{Lt}]/u.test(text);

export function isTitle(text: string): boolean {
  let previous = false;
  let found = false;
  for (const character of text) {
    const upper = /[\p{Lu}\p{Lt}]/u.test(character);
    const lower = /\p{Ll}/u.test(character);
    if ((upper && previous) || (lower && !previous)) return false;
    previous = upper || lower;
    found ||= previous;
  }
  return found;
}

/** Converts an index in UTF-16 units to one in characters. */
export const toCharacters = (text: string, index: number): number =>
  index < 0 ? index : /[\ud800-\udfff]/.test(text) ? Array.from(text.slice(0, index)).length : index;

export function count(text: string, part: string): number {
  return part === '' ? Array.from(text).length + 1 : occurrences(text, part);
}

/** Python's str.replace; an empty text occurs between any two characters. */
export function replace(text: string, old: string, by: string, maxCount: number): string {
  if (old === '') {
    const points = Array.from(text);
    if (maxCount < 0) return ['', ...points, ''].join(by);
    const heads = points.slice(0, maxCount).map((point) => by + point);
    return heads.join('') + points.slice(maxCount).join('') + (points.length < maxCount ? by : '');
  }
  return splitAt(text, old, maxCount < 0 ? undefined : maxCount).join(by);
}
