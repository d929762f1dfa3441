import type { RequestContext } from '@postrider/contracts';
import { packedJson } from '@postrider/numbers';

/** A call as every transport carries it: the list `[pattern, context, payload]` as JSON. */
export const writtenCall = (pattern: string, context: RequestContext, payload: unknown): string =>
  `${JSON.stringify([pattern, context]).slice(0, -1)},${packedJson(payload ?? null)}]`;
