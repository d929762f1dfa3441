import type { SourcePosition } from '../../errors.js';
import type { Place } from './ast.js';

/** The origin of a range of the inlined text; `line` is that of its first character in its own source. */
type SourceRange = { readonly at: number; readonly line: number; readonly snippet?: string; readonly tagLine: number };

/** The text of a part with inlined snippets, and the origin of each character. */
export class SourceText {
  text = '';
  private readonly ranges: SourceRange[] = [];

  append(text: string, line: number, snippet: string | undefined, tagLine: number): void {
    if (!text) return;
    this.ranges.push({ at: this.text.length, line, tagLine, ...(snippet !== undefined && { snippet }) });
    this.text += text;
    this.counted.from = -1;
  }

  /** `{%- snippet %}`: removes the whitespace at the end of the text. */
  trimEnd(): void {
    this.text = this.text.trimEnd();
    while (this.ranges.length > 1 && (this.ranges.at(-1) as SourceRange).at >= this.text.length) this.ranges.pop();
  }

  getPosition(offset: number): SourcePosition {
    const stretch = this.findStretch(offset);
    if (!stretch) return { line: 1 };
    const line = stretch.line + this.linesBetween(stretch.at, offset);
    return stretch.snippet === undefined
      ? { line, ...(this.knowsColumn && { column: offset - this.counted.lineStart + 1 }) }
      : { line: stretch.tagLine, snippet: { name: stretch.snippet, line } };
  }

  private findStretch(offset: number): SourceRange | undefined {
    let low = 0;
    let high = this.ranges.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.ranges[middle] as SourceRange).at <= offset) low = middle;
      else high = middle - 1;
    }
    return this.ranges[low];
  }

  private linesBetween(from: number, to: number): number {
    // Tags are requested in order, so that each line is counted once.
    if (this.counted.from !== from || this.counted.to > to)
      this.counted = { from, to: from, lines: 0, next: this.lineEnd(from), lineStart: from };
    let { lines, next, lineStart } = this.counted;
    for (; next < to; next = this.lineEnd(lineStart)) {
      lines += 1;
      lineStart = next + 1;
    }
    this.counted = { from, to, lines, next, lineStart };
    return lines;
  }

  /** `next` is the end of the line, searched once for all tags of the line. */
  private counted = { from: -1, to: 0, lines: 0, next: 0, lineStart: 0 };

  /** Unknown after a snippet in the same line, whose tag was replaced. */
  private get knowsColumn(): boolean {
    return this.counted.lineStart === 0 || this.counted.lines > 0;
  }

  private lineEnd(from: number): number {
    const at = this.text.indexOf('\n', from);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  }
}

export const toPlace = ({ line, snippet }: SourcePosition): Place =>
  snippet ? `${line} (snippet "${snippet.name}", line ${snippet.line})` : line;
