/** MJML's complaint about an element. `line` refers to the MJML source. */
export type MjmlProblem = { readonly line: number; readonly message: string; readonly tagName: string };
export type MjmlOutput = { readonly html: string; readonly problems: readonly MjmlProblem[] };

/** MJML could not compile the source, or not within its limits. The message is intended for the author. */
export class MjmlFailure extends Error {
  override readonly name = 'MjmlFailure';
}

/** The language of a version. */
export type Engine = 'mustache' | 'jinja' | 'handlebars';

/** A part of a version, named as in the API (docs/reference/versions.md#the-content-of-a-version). */
export type PartName = 'subject' | 'html' | 'text' | 'preheader' | 'amp_html';

/**
 * A position in a part. In a snippet, `line` is that of the tag that includes the snippet. `column` is that of a tag in
 * its line, from 1; absent if unknown, as in a snippet.
 */
export type SourcePosition = {
  readonly line: number;
  readonly column?: number;
  readonly snippet?: { readonly name: string; readonly line: number };
};

/** A mistake in a template. */
export type TemplateProblem = { readonly part: PartName; readonly place: SourcePosition; readonly what: string };

/** The part, the line and the mistake. */
export function problemText({ part, place, what }: TemplateProblem): string {
  const inSnippet = place.snippet ? ` (snippet "${place.snippet.name}", line ${place.snippet.line})` : '';
  return `${part}, line ${place.line}${inSnippet}: ${what}`;
}

const maxProblems = 20;

/** An invalid template. The message has a line for each problem; part, place and line are those of the first. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly line: number;
  readonly problems: readonly TemplateProblem[];
  /** The detected language; undefined if the tags belong to several. */
  engine: Engine | undefined;

  constructor(
    readonly part: PartName,
    readonly place: SourcePosition,
    what: string,
    others: readonly TemplateProblem[] = [],
  ) {
    const problems = [{ part, place, what }, ...others];
    const shown = problems.slice(0, maxProblems).map(problemText);
    if (problems.length > maxProblems) shown.push(`and ${problems.length - maxProblems} more`);
    super(shown.join('\n'));
    this.line = place.line;
    this.problems = problems;
  }

  /** An error with all of these problems; undefined without problems. */
  static of([first, ...others]: readonly TemplateProblem[]): TemplateError | undefined {
    return first && new TemplateError(first.part, first.place, first.what, others);
  }
}

/** Runs `work` for each item and throws one `TemplateError` with the problems of all. */
export async function collectProblems<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void> | void,
): Promise<void> {
  const problems: TemplateProblem[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      problems.push(...error.problems);
    }
  }
  const error = TemplateError.of(problems);
  if (error) throw error;
}

/** Strict rendering found names without a value: all of them, over all parts, in order of first use. */
export class MissingTemplateData extends Error {
  override readonly name = 'MissingTemplateData';

  constructor(readonly names: readonly string[]) {
    super(`Missing template data: ${names.join(', ')}`);
  }
}

/** What is being rendered: a part, or the text that is generated for a version without a text part. */
export type Rendering = PartName | 'text made from the html';

export type Budget = 'tokens' | 'output' | 'depth' | 'milliseconds';

/** The template can never be rendered with this data. The message is intended for the author. */
export class RenderingRejected extends Error {
  override readonly name: string = 'RenderingRejected';
}

/** A Jinja template applies an impossible operation to its data, such as adding a number to a text. */
export class TemplateFailed extends RenderingRejected {
  override readonly name = 'TemplateFailed';

  constructor(
    readonly part: PartName,
    /** The line, or the line with its snippet. */
    readonly place: number | string,
    readonly what: string,
  ) {
    super(`${part}, line ${place}: ${what}`);
  }
}

/** The template and its data exceed the budget of an email (see `limits.ts`). */
export class RenderBudgetExceeded extends RenderingRejected {
  override readonly name = 'RenderBudgetExceeded';

  constructor(
    readonly part: Rendering,
    readonly budget: Budget,
    readonly limit: number,
  ) {
    super(`${part} needs more than ${limit.toLocaleString('en-US')} ${unitByBudget[budget]}`);
  }
}

const unitByBudget: Record<Budget, string> = {
  tokens: 'rendered tags and pieces of text',
  output: 'bytes of output',
  depth: 'levels of sections and partials inside each other',
  milliseconds: 'milliseconds of processor time',
};
