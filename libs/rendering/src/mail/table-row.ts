import type { TextOutline } from './text-outline.js';
import { lineLength, type Margin } from './text-margin.js';

/** Two cells longer than this are prose beside prose. */
const longCell = 40;
const betweenCells = '  ';

/** A row of a table: one line if it can be read as one, else its cells below each other. */
export class TableRow {
  private readonly begin: number;
  private readonly breaks: number;
  private readonly margin: Margin | undefined;
  private cellBegin = 0;
  private filled = 0;
  private long = 0;
  private oneLineEach = true;
  private spacious = false;

  constructor(private readonly outline: TextOutline) {
    outline.break(1);
    this.begin = outline.lines.length;
    this.breaks = outline.breaksBefore;
    this.margin = outline.margin;
  }

  beginCell(spaceAround: boolean): void {
    this.outline.break(1);
    this.cellBegin = this.outline.lines.length;
    this.spacious ||= spaceAround;
  }

  /** An element that makes a paragraph stands in the row. */
  contains(name: string): void {
    if (name === 'div') this.spacious = true;
  }

  endCell(): void {
    this.outline.break(1);
    const { lines } = this.outline;
    const count = lines.length - this.cellBegin;
    const line = lines.at(-1);
    if (count === 0 || !line) return;
    this.filled += 1;
    if (count > 1 || line.kind !== 'words' || line.margin !== this.margin) this.oneLineEach = false;
    else if (withoutAddresses(line.text).length > longCell) this.long += 1;
  }

  end(): void {
    const { outline } = this;
    outline.break(1);
    const [first, ...others] = outline.lines.slice(this.begin, this.begin + 2);
    if (!first) return;
    if (this.filled > 1) {
      if (this.oneLineEach && this.long < 2 && outline.lines.length - this.begin === this.filled)
        outline.joinFrom(this.begin, betweenCells, this.breaks);
      return;
    }
    first.breaks = Math.max(first.breaks, this.breaks);
    if (this.spacious || others.length > 0 || first.text.length > lineLength) {
      first.breaks = Math.max(first.breaks, 2);
      outline.break(2);
    }
  }
}

const withoutAddresses = (text: string): string => text.replace(/\[[^\][]*\]/g, '');
