import type { PartName, SourcePosition, TemplateProblem } from '../../errors.js';
import { TemplateError } from '../../errors.js';
import type { Expression } from './ast.js';

/** The author's expression, as far as it consists of names. */
export function sourcePath(expression: Expression): string {
  switch (expression[0]) {
    case 'name':
      return expression[1];
    case 'attribute':
      return `${sourcePath(expression[1])}.${expression[2]}`;
    case 'item': {
      const [, holder, key] = expression;
      return `${sourcePath(holder)}[${key[0] === 'const' ? JSON.stringify(key[1]) : key[0] === 'name' ? key[1] : '...'}]`;
    }
    case 'call':
      return `${sourcePath(expression[1])}()`;
    default:
      return '...';
  }
}

/** A problem in one tag. The parser continues after the tag. */
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

  get any(): boolean {
    return this.found.length > 0;
  }

  /** Throws a `TemplateError` with all problems, if there are any. */
  throwIfAny(): void {
    const error = TemplateError.of(this.found.toSorted((one, other) => one.place.line - other.place.line));
    if (error) throw error;
  }
}
