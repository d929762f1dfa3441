import type { Budget, Engine, PartName, Rendering, TemplateProblem } from '../errors.js';
import { MissingTemplateData, RenderBudgetExceeded, TemplateError, TemplateFailed } from '../errors.js';

/** Errors with a message for users, in a transferable form, because classes are lost between processes. */
export type Refusal =
  | { readonly budget: Budget; readonly part: Rendering; readonly limit: number }
  | { readonly missing: readonly string[] }
  | { readonly failed: PartName; readonly at: number | string; readonly why: string }
  | { readonly template: readonly TemplateProblem[]; readonly engine: Engine | undefined };

/** Undefined for other errors. */
export function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof RenderBudgetExceeded) return { budget: error.budget, part: error.part, limit: error.limit };
  if (error instanceof MissingTemplateData) return { missing: error.names };
  if (error instanceof TemplateFailed) return { failed: error.part, at: error.place, why: error.what };
  if (error instanceof TemplateError) return { template: error.problems, engine: error.engine };
  return undefined;
}

export function toError(refusal: Refusal): Error {
  if ('budget' in refusal) return new RenderBudgetExceeded(refusal.part, refusal.budget, refusal.limit);
  if ('missing' in refusal) return new MissingTemplateData(refusal.missing);
  if ('failed' in refusal) return new TemplateFailed(refusal.failed, refusal.at, refusal.why);
  const error = TemplateError.of(refusal.template);
  if (!error) throw new Error('A worker refused a template without a problem');
  error.engine = refusal.engine;
  return error;
}
