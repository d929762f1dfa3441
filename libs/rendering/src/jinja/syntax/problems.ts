import type { PartName, SourcePosition } from '../../errors.js';
import { TemplateError } from '../../errors.js';

/** What is wrong in one tag. The parser goes on behind the tag. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

const mostShown = 20;

/** The problems of one source, to be told all at once. */
export class Problems {
  private readonly found: { readonly place: SourcePosition; readonly what: string }[] = [];

  constructor(private readonly part: PartName) {}

  add(place: SourcePosition, what: string): void {
    this.found.push({ place, what });
  }

  /** Throws a `TemplateError` with all of them, one a line, if there are any. */
  refuse(): void {
    const [first, ...others] = this.found.toSorted((one, other) => one.place.line - other.place.line);
    if (!first) return;
    const rest = others
      .slice(0, mostShown - 1)
      .map(({ place, what }) => new TemplateError(this.part, place, what).message);
    if (others.length >= mostShown) rest.push(`and ${others.length - mostShown + 1} more`);
    throw new TemplateError(this.part, first.place, [first.what, ...rest].join('\n'));
  }
}
