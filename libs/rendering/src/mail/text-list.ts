import type { Indentation } from './text-margin.js';
import { Margin } from './text-margin.js';
import type { TextOutline } from './text-outline.js';

/** How the items of an ordered list are numbered, by its `type`. Where there is no such numeral it is a number. */
const numeralsOf = (type: string | undefined): ((index: number) => string) => numerals.get(type) ?? String;

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

/** A list that is being written. */
export class TextList {
  private readonly indentation: Indentation = { width: 0 };
  private readonly outer: Margin | undefined;
  private readonly breaks: number;
  private readonly begin: number;
  private readonly numeral: (index: number) => string;
  private next: number;
  /** Whether what stands in none of its items is being written. */
  private stray = false;

  constructor(
    private readonly outline: TextOutline,
    private readonly ordered: boolean,
    private readonly nested: boolean,
    attributes: ReadonlyMap<string, string>,
  ) {
    this.next = Number(attributes.get('start') || '1');
    this.numeral = numeralsOf(attributes.get('type'));
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

  /** What stands in it and in none of its items: each element, and text. */
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
