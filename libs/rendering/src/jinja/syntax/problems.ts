import type { PartName, SourcePosition, TemplateProblem } from '../../errors.js';
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

/** The problems of one source, reported together. */
export class Problems {
  private readonly found: TemplateProblem[] = [];

  constructor(private readonly part: PartName) {}

  add(place: SourcePosition, what: string): void {
    this.found.push({ part: this.part, place, what });
  }

  /** Throws a `TemplateError` with all of them, if there are any. */
  refuse(): void {
    const error = TemplateError.of(this.found.toSorted((one, other) => one.place.line - other.place.line));
    if (error) throw error;
  }
}
