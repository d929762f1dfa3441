/**
 * V8's own search takes time proportional to text times part. Parts longer than this are searched here in linear time.
 */
const nativePart = 32;

/** The index of `part` in `text` from `from` on; -1 if absent. */
export const indexIn = (text: string, part: string, from = 0): number => createSearch(text, part)(from);

/** The last index of `part` in `text` that ends at or before `end`; -1 if absent. */
export function lastIndexIn(text: string, part: string, end = text.length): number {
  if (part.length <= nativePart) return end < part.length ? -1 : text.lastIndexOf(part, end - part.length);
  return backwards(text, part)(end);
}

/** Splits `text` at the occurrences of `part`, at most `most` times. */
export function splitAt(text: string, part: string, maxSplits = Number.POSITIVE_INFINITY): string[] {
  const next = createSearch(text, part);
  const pieces: string[] = [];
  let from = 0;
  for (let at = next(0); at >= 0 && pieces.length < maxSplits; at = next(from)) {
    pieces.push(text.slice(from, at));
    from = at + part.length;
  }
  pieces.push(text.slice(from));
  return pieces;
}

/** The same from the end. */
export function splitFromEndAt(text: string, part: string, maxSplits: number): string[] {
  const last = part.length <= nativePart ? (end: number) => lastIndexIn(text, part, end) : backwards(text, part);
  const pieces: string[] = [];
  let end = text.length;
  for (let at = last(end); at >= 0 && pieces.length < maxSplits; at = last(end)) {
    pieces.push(text.slice(at + part.length, end));
    end = at;
  }
  pieces.push(text.slice(0, end));
  return pieces.toReversed();
}

/** The number of non-overlapping occurrences of `part` in `text`. */
export function occurrences(text: string, part: string): number {
  const next = createSearch(text, part);
  let found = 0;
  for (let at = next(0); at >= 0; at = next(at + part.length)) found += 1;
  return found;
}

type Search = (from: number) => number;

function createSearch(text: string, part: string): Search {
  if (part.length <= nativePart) return (from) => text.indexOf(part, from);
  if (part.length > text.length) return () => -1;
  const borders = findBorders(part.length, (index) => part.charCodeAt(index));
  return (from) => {
    let matched = 0;
    for (let at = from; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && unit !== part.charCodeAt(matched)) matched = borders[matched - 1] as number;
      if (unit === part.charCodeAt(matched)) matched += 1;
      if (matched === part.length) return at + 1 - matched;
    }
    return -1;
  };
}

/** Knuth-Morris-Pratt search from the end. */
function backwards(text: string, part: string): Search {
  if (part.length > text.length) return () => -1;
  const last = part.length - 1;
  const borders = findBorders(part.length, (index) => part.charCodeAt(last - index));
  return (end) => {
    let matched = 0;
    for (let at = end - 1; at >= 0; at -= 1) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && unit !== part.charCodeAt(last - matched)) matched = borders[matched - 1] as number;
      if (unit === part.charCodeAt(last - matched)) matched += 1;
      if (matched === part.length) return at;
    }
    return -1;
  };
}

/**
 * The border table: for each prefix of the part, the length of its longest suffix that is also a prefix. A search
 * continues there.
 */
function findBorders(length: number, unitAt: (index: number) => number): Int32Array {
  const borders = new Int32Array(length);
  let matched = 0;
  for (let index = 1; index < length; index += 1) {
    const unit = unitAt(index);
    while (matched > 0 && unit !== unitAt(matched)) matched = borders[matched - 1] as number;
    if (unit === unitAt(matched)) matched += 1;
    borders[index] = matched;
  }
  return borders;
}
