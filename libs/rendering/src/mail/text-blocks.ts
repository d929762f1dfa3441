import type { Indentation, TextOutline } from './text-outline.js';
import { Margin, lineLength } from './text-outline.js';

/** Two cells longer than this are columns of prose. */
const longCell = 40;
const betweenCells = '  ';

/** A row of a table: one line if it is readable as one, otherwise its cells below each other. */
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

  /** The row contains a block element. */
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

/** The numerals of an ordered list, by its `type`. Falls back to numbers. */
const getNumerals = (type: string | undefined): ((index: number) => string) => numerals.get(type) ?? String;

const letters = (index: number): string => {
  if (!Number.isSafeInteger(index) || index < 1) return String(index);
  let word = '';
  for (let rest = index; rest > 0; rest = Math.floor((rest - 1) / 26))
    word = String.fromCharCode(97 + ((rest - 1) % 26)) + word;
  return word;
};

const signs = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const;

const roman = (index: number): string => {
  if (!Number.isSafeInteger(index) || index < 1 || index > 3_999) return String(index);
  let rest = index;
  let numeral = '';
  for (const [sign, value] of signs) {
    numeral += sign.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return numeral;
};

const numerals = new Map<string | undefined, (index: number) => string>([
  ['a', letters],
  ['A', (index) => letters(index).toUpperCase()],
  ['i', roman],
  ['I', (index) => roman(index).toUpperCase()],
]);

/** A list while it is being converted. */
export class TextList {
  private readonly indentation: Indentation = { width: 0 };
  private readonly outer: Margin | undefined;
  private readonly breaks: number;
  private readonly begin: number;
  private readonly numeral: (index: number) => string;
  private next: number;
  /** Whether content outside of its items is being converted. */
  private stray = false;

  constructor(
    private readonly outline: TextOutline,
    private readonly ordered: boolean,
    private readonly nested: boolean,
    attributes: ReadonlyMap<string, string>,
  ) {
    this.next = Number(attributes.get('start') || '1');
    this.numeral = getNumerals(attributes.get('type'));
    this.breaks = nested ? 1 : 2;
    outline.break(this.breaks);
    this.begin = outline.lines.length;
    this.outer = outline.margin;
  }

  beginItem(): Margin {
    this.endStray();
    this.outline.break(1);
    const marker = this.ordered ? ` ${this.numeral(this.next++)}. ` : ' * ';
    return Margin.item(this.outline.margin, this.nested ? marker.trimStart() : marker, this.indentation);
  }

  /** Starts content that is in the list but not in an item: elements and text. */
  beginStray(): void {
    this.endStray();
    this.stray = true;
    this.outline.break(1);
    this.outline.margin = Margin.item(this.outline.margin, '', this.indentation);
  }

  strayText(text: string): void {
    if (!this.stray && /\S/.test(text)) this.beginStray();
  }

  end(): void {
    this.outline.break(0);
    this.outline.margin = this.outer;
    this.outline.break(this.outline.lines.length > this.begin ? this.breaks : 0);
  }

  private endStray(): void {
    if (!this.stray) return;
    this.stray = false;
    this.outline.break(1);
    this.outline.margin = this.outer;
  }
}
