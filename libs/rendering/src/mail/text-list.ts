import { numeralsOf } from './list-markers.js';
import type { Indentation } from './text-margin.js';
import { Margin } from './text-margin.js';
import type { TextOutline } from './text-outline.js';

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
