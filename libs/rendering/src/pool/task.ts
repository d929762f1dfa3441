import type { Artifact } from '../artifact.js';
import type { CompileResult } from '../compile/compile.js';
import type { Budget, PartName, Rendering, SourcePosition } from '../errors.js';
import { MissingTemplateData, RenderBudgetExceeded, TemplateError } from '../errors.js';
import type { MjmlOutput } from '../mjml/mjml-output.js';
import { MjmlFailure } from '../mjml/mjml-output.js';
import type { RenderedMessage, RenderOptions } from '../render.js';
import type { VersionSource } from '../version-source.js';

/** What a thread is asked for. All of it crosses by structured clone. */
export type Task = { readonly render: RenderTask } | { readonly compile: CompileTask };

export type RenderTask = RenderOptions & {
  /** Under which the thread keeps the artifact. */
  readonly key: string;
  /** Left out as long as the thread may have it. */
  readonly artifact?: Artifact;
  readonly data: unknown;
};

export type CompileTask = {
  readonly source: VersionSource;
  readonly snippets: ReadonlyMap<string, string>;
  /** The document that the thread wanted to be compiled, and what became of it. */
  readonly mjml?: { readonly source: string; readonly output: MjmlOutput | { readonly failure: string } };
};

export type Answer =
  | { readonly rendered: RenderedMessage }
  | { readonly compiled: CompileResult }
  | { readonly wanted: 'artifact' }
  | { readonly wanted: 'mjml'; readonly source: string }
  | { readonly refused: Refusal }
  | { readonly defect: Error };

/** The errors that say something to their reader: a class does not survive the way between threads. */
type Refusal =
  | { readonly budget: Budget; readonly part: Rendering; readonly limit: number }
  | { readonly missing: readonly string[] }
  | { readonly template: PartName; readonly place: SourcePosition; readonly what: string };

export function answerFor(error: unknown): Answer {
  if (error instanceof RenderBudgetExceeded)
    return { refused: { budget: error.budget, part: error.part, limit: error.limit } };
  if (error instanceof MissingTemplateData) return { refused: { missing: error.names } };
  if (error instanceof TemplateError)
    return { refused: { template: error.part, place: error.place, what: error.what } };
  return { defect: error as Error };
}

export function errorOf(refusal: Refusal): Error {
  if ('budget' in refusal) return new RenderBudgetExceeded(refusal.part, refusal.budget, refusal.limit);
  if ('missing' in refusal) return new MissingTemplateData(refusal.missing);
  return new TemplateError(refusal.template, refusal.place, refusal.what);
}

export const mjmlFailureOf = (error: unknown): { readonly failure: string } => {
  if (error instanceof MjmlFailure) return { failure: error.message };
  throw error;
};
