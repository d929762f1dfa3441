import { z } from 'zod';
import type { ErrorCode } from './errors.js';

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

/** The services that answer calls; a pattern begins with its owner's name. */
export const serviceNames = ['template', 'delivery', 'tracking', 'customer', 'drip'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** One request and the answer it must get: what the contract suite replays against the real handler. */
export interface RpcExample<Request, Response> {
  readonly name: string;
  readonly request: Request;
  readonly response: Response;
}

/**
 * A question one service asks another and waits for. `errors` is the closed list of codes that the handler may answer
 * besides its response; transport failures (`unavailable`, `internal`, `invalid_request`, `payload_too_large`) are possible everywhere and not listed.
 */
export interface Rpc<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Code extends ErrorCode = ErrorCode,
> {
  readonly kind: 'rpc';
  /** `<owner>.<noun>.<verb>.v<n>`; a breaking change gets a new version beside the old one. */
  readonly pattern: `${ServiceName}.${string}.v${number}`;
  readonly owner: ServiceName;
  readonly request: Request;
  readonly response: Response;
  readonly errors: readonly Code[];
  /** Milliseconds a caller waits unless it says otherwise. */
  readonly timeoutMs: number;
  readonly examples: readonly RpcExample<z.input<Request>, z.input<Response>>[];
}

export type RequestOf<R extends Rpc> = z.output<R['request']>;
export type ResponseOf<R extends Rpc> = z.output<R['response']>;
export type AnswerOf<R extends Rpc> = z.input<R['response']>;

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
