import { z } from 'zod';

/**
 * What travels with every call besides its payload: whose data it is about (from the API key alone), the request it
 * belongs to, until when an answer is of use (Unix milliseconds) and the span that asks (W3C `traceparent`), where there is one.
 */
export const requestContext = z.object({
  accountId: z.string().min(1),
  requestId: z.string().min(1),
  deadline: z.int(),
  traceparent: z.string().optional(),
});
export type RequestContext = z.infer<typeof requestContext>;
