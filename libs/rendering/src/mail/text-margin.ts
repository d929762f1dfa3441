export const lineLength = 78;
const shortestLine = 20;

/** How far the items of a list are indented: as far as the longest marker of them is long. */
export type Indentation = { width: number };

/** What stands at the beginning of lines, inside other margins: a marker before the first, and what fills the others. */
export class Margin {
  readonly depth: number;
  private begun = false;
  private filling: string | undefined;
  private left: number | undefined;

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

  /** What is left of a line. Asked for when all lists are read to their end. */
  get room(): number {
    this.left ??= Math.max(shortestLine, (this.outer?.room ?? lineLength) - this.indentation.width);
    return this.left;
  }

  /** Before the next line: before its first, the marker. */
  next(): string {
    if (this.begun) return this.rest();
    this.begun = true;
    return (this.outer?.next() ?? '') + this.marker.padEnd(this.indentation.width);
  }

  /** Before any line but the first, and before those that are empty. */
  rest(): string {
    this.filling ??= (this.outer?.rest() ?? '') + this.fill.padEnd(this.indentation.width);
    return this.filling;
  }
}

/** The innermost margin that both stand in. */
export function sharedMargin(one: Margin | undefined, other: Margin | undefined): Margin | undefined {
  while (one !== other) {
    if ((one?.depth ?? 0) >= (other?.depth ?? 0)) one = one?.outer;
    else other = other?.outer;
  }
  return one;
}
