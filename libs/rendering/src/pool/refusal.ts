import type { Budget, Engine, PartName, Rendering, TemplateProblem } from '../errors.js';
import { MissingTemplateData, RenderBudgetExceeded, TemplateError, TemplateFailed } from '../errors.js';

/** Errors with a message for users, in a transferable form, because classes are lost between processes. */
export type Rejection =
  | { readonly budget: Budget; readonly part: Rendering; readonly limit: number }
  | { readonly missing: readonly string[] }
  | { readonly failed: PartName; readonly at: number | string; readonly why: string }
  | { readonly template: readonly TemplateProblem[]; readonly engine: Engine | undefined };

/** Undefined for other errors. */
export function toRejection(error: unknown): Rejection | undefined {
  if (error instanceof RenderBudgetExceeded) return { budget: error.budget, part: error.part, limit: error.limit };
  if (error instanceof MissingTemplateData) return { missing: error.names };
  if (error instanceof TemplateFailed) return { failed: error.part, at: error.place, why: error.what };
  if (error instanceof TemplateError) return { template: error.problems, engine: error.engine };
  return undefined;
}

export function toError(rejection: Rejection): Error {
  if ('budget' in rejection) return new RenderBudgetExceeded(rejection.part, rejection.budget, rejection.limit);
  if ('missing' in rejection) return new MissingTemplateData(rejection.missing);
  if ('failed' in rejection) return new TemplateFailed(rejection.failed, rejection.at, rejection.why);
  const error = TemplateError.of(rejection.template);
  if (!error) throw new Error('A worker rejected a template without a problem');
  error.engine = rejection.engine;
  return error;
}
