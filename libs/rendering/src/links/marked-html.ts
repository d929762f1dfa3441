import { printedMark } from './link-marks.js';

export interface LinkedHtml {
  readonly html: string;
  /** Where the addresses of its links begin, each behind its quote. */
  readonly links: readonly number[];
}

/** What was printed, without its marks. */
export function takeMarks(marked: string): LinkedHtml {
  if (!marked.includes(printedMark)) return { html: marked, links: [] };
  const pieces = marked.split(printedMark);
  const links: number[] = [];
  let length = 0;
  for (const piece of pieces.slice(0, -1)) {
    length += piece.length;
    links.push(length);
  }
  return { html: pieces.join(''), links };
}
