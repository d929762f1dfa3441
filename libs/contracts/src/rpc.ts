import { z } from 'zod';
import type { ErrorCode } from './errors.js';

/**
 * Sent with every call besides its payload: the account (from the API key only), the request id, the deadline (Unix
 * milliseconds), the id of the API key or user, the caller's span (W3C `traceparent`), the account's limits that differ
 * from the defaults, and whether a published client library made the request. `requiresReview`: the account publishes
 * only approved versions.
 */
export const requestContext = z.object({
  accountId: z.string().min(1),
  requestId: z.string().min(1),
  deadline: z.int(),
  callerId: z.string().optional(),
  traceparent: z.string().optional(),
  limits: z.record(z.string(), z.number()).optional(),
  clientLibrary: z.boolean().optional(),
  requiresReview: z.boolean().optional(),
});
export type RequestContext = z.infer<typeof requestContext>;

/** The services that serve calls; a pattern begins with its service. */
export const serviceNames = ['template', 'delivery', 'tracking', 'customer', 'drip'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** A request and its expected response, which the contract tests replay against the real handler. */
export interface RpcExample<Request, Response> {
  readonly name: string;
  readonly request: Request;
  readonly response: Response;
}

/**
 * A call from one service to another. `errors` lists all codes that the handler may return besides its response;
 * `unavailable`, `internal`, `invalid_request` and `payload_too_large` are always possible and not listed.
 */
export interface Rpc<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Code extends ErrorCode = ErrorCode,
> {
  readonly kind: 'rpc';
  /** `<owner>.<noun>.<verb>.v<n>`; a breaking change ships as a new version next to the old one. */
  readonly pattern: `${ServiceName}.${string}.v${number}`;
  readonly owner: ServiceName;
  readonly request: Request;
  readonly response: Response;
  readonly errors: readonly Code[];
  /** Default timeout of callers, in milliseconds. */
  readonly timeoutMs: number;
  readonly examples: readonly RpcExample<z.input<Request>, z.input<Response>>[];
}

export type RequestOf<R extends Rpc> = z.output<R['request']>;
export type ResponseOf<R extends Rpc> = z.output<R['response']>;
/** What a handler returns: a response before its schema adds defaults. */
export type ResponseInputOf<R extends Rpc> = z.input<R['response']>;

export const defaultTimeoutMs = 5_000;

export function defineRpc<Request extends z.ZodType, Response extends z.ZodType, Code extends ErrorCode = never>(rpc: {
  pattern: `${ServiceName}.${string}.v${number}`;
  request: Request;
  response: Response;
  errors?: readonly Code[];
  timeoutMs?: number;
  examples: readonly RpcExample<z.input<Request>, z.input<Response>>[];
}): Rpc<Request, Response, Code> {
  return {
    kind: 'rpc',
    pattern: rpc.pattern,
    owner: rpc.pattern.split('.', 1)[0] as ServiceName,
    request: rpc.request,
    response: rpc.response,
    errors: rpc.errors ?? [],
    timeoutMs: rpc.timeoutMs ?? defaultTimeoutMs,
    examples: rpc.examples,
  };
}
