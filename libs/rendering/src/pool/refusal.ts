import type { Budget, PartName, Rendering, SourcePosition } from '../errors.js';
import { MissingTemplateData, RenderBudgetExceeded, TemplateError } from '../errors.js';

/** The errors that say something to their reader: a class does not survive the way between threads. */
export type Refusal =
  | { readonly budget: Budget; readonly part: Rendering; readonly limit: number }
  | { readonly missing: readonly string[] }
  | { readonly template: PartName; readonly place: SourcePosition; readonly what: string };

/** Undefined for any other error. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof RenderBudgetExceeded) return { budget: error.budget, part: error.part, limit: error.limit };
  if (error instanceof MissingTemplateData) return { missing: error.names };
  if (error instanceof TemplateError) return { template: error.part, place: error.place, what: error.what };
  return undefined;
}

export function errorOf(refusal: Refusal): Error {
  if ('budget' in refusal) return new RenderBudgetExceeded(refusal.part, refusal.budget, refusal.limit);
  if ('missing' in refusal) return new MissingTemplateData(refusal.missing);
  return new TemplateError(refusal.template, refusal.place, refusal.what);
}
