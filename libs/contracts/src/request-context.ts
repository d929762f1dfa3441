import { z } from 'zod';

/**
 * What travels with every call besides its payload: whose data it is about (from the API key alone), the request it
 * belongs to, until when an answer is of use (Unix milliseconds), the span that asks (W3C `traceparent`), where there is one, and the
 * account's limits where they are not the defaults, and whether a published client library asks.
 */
export const requestContext = z.object({
  accountId: z.string().min(1),
  requestId: z.string().min(1),
  deadline: z.int(),
  traceparent: z.string().optional(),
  limits: z.record(z.string(), z.number()).optional(),
  clientLibrary: z.boolean().optional(),
});
export type RequestContext = z.infer<typeof requestContext>;
