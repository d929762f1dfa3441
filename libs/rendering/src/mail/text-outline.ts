export const lineLength = 78;
const minLineLength = 20;

/** The indentation of a list's items: the length of its longest marker. */
export type Indentation = { width: number };

/** The start of lines, inside other margins: a marker before the first line, and a filler before the others. */
export class Margin {
  readonly depth: number;
  private hasStarted = false;
  private prefix: string | undefined;
  private width: number | undefined;

  private constructor(
    readonly outer: Margin | undefined,
    private readonly marker: string,
    private readonly fill: string,
    private readonly indentation: Indentation,
  ) {
    this.depth = (outer?.depth ?? 0) + 1;
  }

  static quote(outer: Margin | undefined): Margin {
    return new Margin(outer, '> ', '> ', { width: 2 });
  }

  static item(outer: Margin | undefined, marker: string, indentation: Indentation): Margin {
    indentation.width = Math.max(indentation.width, marker.length);
    return new Margin(outer, marker, '', indentation);
  }

  /** The remaining width of a line. Only known once all lists are complete. */
  get availableWidth(): number {
    this.width ??= Math.max(minLineLength, (this.outer?.availableWidth ?? lineLength) - this.indentation.width);
    return this.width;
  }

  /** The prefix of the next line; the marker for the first. */
  next(): string {
    if (this.hasStarted) return this.rest();
    this.hasStarted = true;
    return (this.outer?.next() ?? '') + this.marker.padEnd(this.indentation.width);
  }

  /** The prefix of all lines but the first, and of empty lines. */
  rest(): string {
    this.prefix ??= (this.outer?.rest() ?? '') + this.fill.padEnd(this.indentation.width);
    return this.prefix;
  }
}

/** The innermost margin that contains both. */
export function sharedMargin(one: Margin | undefined, other: Margin | undefined): Margin | undefined {
  while (one !== other) {
    if ((one?.depth ?? 0) >= (other?.depth ?? 0)) one = one?.outer;
    else other = other?.outer;
  }
  return one;
}

/** A line before wrapping. `breaks` is the number of line breaks before it, unless it is the first. */
export type Line = {
  readonly text: string;
  readonly kind: 'words' | 'preformatted' | 'rule';
  readonly margin: Margin | undefined;
  breaks: number;
};

export type Mark = { readonly lines: number; readonly characters: number };

/** Two line breaks leave one empty line. */
const maxBreaks = 2;

const whitespace = /[ \t\n\r\f\v\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f]+/g;
const invisible = /[\u034f\u00ad\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff]/;
const removable = /[\u034f\u00ad\u180e\u200b\u2060-\u2064\ufeff]+/g;
const joiners = /[\u061c\u200c-\u200f]+/g;
const blank = /[\s\u00a0]/;

/** The lines of a text while it is being written, from top to bottom. */
export class TextOutline {
  readonly lines: Line[] = [];
  margin: Margin | undefined;
  /** The number of open elements that preserve whitespace. */
  preformatted = 0;
  private text = '';
  private gap = false;
  private breaks = 0;

  write(text: string): void {
    const seen = withoutPadding(text);
    if (this.preformatted > 0) {
      this.text += seen.replaceAll('\u00a0', ' ').replaceAll('\r', '');
      return;
    }
    const words = seen.replace(whitespace, ' ');
    const inner = words.trim();
    if (inner === '') {
      this.gap ||= words !== '' && this.text !== '';
      return;
    }
    this.text += (this.gap || words.startsWith(' ')) && this.text !== '' ? ` ${inner}` : inner;
    this.gap = words.endsWith(' ');
  }

  /** Ends the line; at least `breaks` line breaks precede the next one. */
  break(breaks: number): void {
    const text = this.preformatted > 0 ? withoutLinesAround(this.text) : this.text;
    if (text !== '') this.add(text, this.preformatted > 0 ? 'preformatted' : 'words');
    this.text = '';
    this.gap = false;
    this.breaks = Math.max(this.breaks, breaks);
  }

  breakLine(): void {
    if (this.preformatted > 0) this.text += '\n';
    else if (this.text !== '') this.break(1);
    else this.breaks = Math.min(maxBreaks, this.breaks + 1);
  }

  /** Adds a separate line, which may be empty. */
  addLine(kind: 'words' | 'rule'): void {
    this.break(1);
    this.add('', kind);
    this.break(1);
  }

  /** Joins the last lines into one. */
  joinFrom(index: number, separator: string, breaks: number): void {
    const [first, ...others] = this.lines.splice(index);
    if (!first) return;
    this.lines.push({ ...first, breaks, text: [first, ...others].map(({ text }) => text).join(separator) });
    this.breaks = 1;
  }

  mark(): Mark {
    return { lines: this.lines.length, characters: this.text.length };
  }

  /** The text that was written since the mark, if it is at most one line. */
  since({ lines, characters }: Mark): string | undefined {
    if (this.lines.length === lines) return this.text.slice(characters).trim();
    return this.lines.length === lines + 1 && this.text === '' && characters === 0
      ? this.lines.at(-1)?.text
      : undefined;
  }

  /** Removes the text that was written before, if it comes last. */
  remove(text: string, { lines, characters }: Mark): void {
    if (characters > 0 && this.lines.length === lines) {
      const before = this.text.slice(0, characters);
      if (before.endsWith(text)) this.text = before.slice(0, -text.length) + this.text.slice(characters).trimStart();
    } else if (characters === 0 && this.lines[lines - 1]?.text === text) {
      const [{ breaks } = { breaks: 0 }] = this.lines.splice(lines - 1, 1);
      const next = this.lines[lines - 1];
      if (next) next.breaks = Math.max(next.breaks, breaks);
      else this.breaks = Math.max(this.breaks, breaks);
    }
  }

  /** The number of line breaks before the next line. */
  get breaksBefore(): number {
    return this.breaks;
  }

  private add(text: string, kind: Line['kind']): void {
    this.lines.push({ text, kind, margin: this.margin, breaks: this.breaks });
    this.breaks = 0;
  }
}

/** Removes the invisible padding of previews. Keeps joiners and direction marks between letters. */
function withoutPadding(text: string): string {
  if (!invisible.test(text)) return text;
  return text
    .replace(removable, '')
    .replace(joiners, (run, at: number, whole: string) =>
      isBlank(whole[at - 1]) || isBlank(whole[at + run.length]) ? '' : run,
    );
}

const isBlank = (character: string | undefined): boolean => character === undefined || blank.test(character);

function withoutLinesAround(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === '\n') start += 1;
  while (end > start && text[end - 1] === '\n') end -= 1;
  return text.slice(start, end);
}
