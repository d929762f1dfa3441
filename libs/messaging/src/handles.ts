import type { Span } from '@opentelemetry/api';
import { SpanKind } from '@opentelemetry/api';
import { Logger } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { ResponseInputOf, RequestContext, ErrorCode, RequestOf, Rpc, WireError } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { withinRequest } from './current-request.js';
import { isTemporary, isUnstorable, unavailable } from './error-kinds.js';
import { rpcHandled } from './metrics.js';
import { getExemplar, failSpan, traced } from './tracing.js';

/** A request from a transport, with an unvalidated payload. */
export interface IncomingRequest {
  readonly context: RequestContext;
  readonly payload: unknown;
}

/** The reply of a call: either a value or an error. */
export type Reply = { readonly value: unknown } | { readonly error: WireError };

const logger = new Logger('Handles');
/** Error codes that every call may return, whether its contract lists them or not. */
const universal: readonly ErrorCode[] = ['invalid_request', 'payload_too_large', 'unavailable', 'internal'];

/**
 * Binds a method to the contract that it implements. The method gets the request context (account, deadline) and the
 * validated request; its parameter and return types must fit the contract. Validates both at run time, returns a
 * `ServiceError` with a listed code to the caller, and logs any other error and returns `internal`.
 */
export const Handles =
  <R extends Rpc>(rpc: R) =>
  <Method extends (context: RequestContext, request: RequestOf<R>) => Promise<ResponseInputOf<R>>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    const handle = descriptor.value as (context: RequestContext, request: unknown) => Promise<unknown>;
    const wrapped = async function handleRequest(this: unknown, incoming: IncomingRequest): Promise<Reply> {
      const startedAt = performance.now();
      const measure = (reply: Reply, span: Span | undefined): void => {
        const outcome = 'error' in reply ? reply.error.code : 'ok';
        rpcHandled.observe(
          { pattern: rpc.pattern, outcome },
          (performance.now() - startedAt) / 1000,
          getExemplar(span),
        );
      };
      return withinRequest(incoming.context, () =>
        runTraced(rpc, incoming, (request) => handle.call(this, incoming.context, request), measure),
      );
    };
    descriptor.value = wrapped as unknown as Method;
    MessagePattern(rpc.pattern)(target, name, descriptor as PropertyDescriptor);
  };

const runTraced = (
  rpc: Rpc,
  { context, payload }: IncomingRequest,
  handle: (request: unknown) => Promise<unknown>,
  measure: (reply: Reply, span: Span | undefined) => void,
): Promise<Reply> =>
  traced(
    rpc.pattern,
    { 'rpc.system': 'postrider', 'rpc.service': rpc.owner, 'rpc.method': rpc.pattern },
    async (span) => {
      const reply = await run(rpc, handle, payload);
      if ('error' in reply) failSpan(span, reply.error.code);
      measure(reply, span);
      return reply;
    },
    { kind: SpanKind.SERVER, traceparent: context.traceparent },
  );

async function run(rpc: Rpc, handle: (request: unknown) => Promise<unknown>, payload: unknown): Promise<Reply> {
  try {
    const request = rpc.request.safeParse(payload);
    if (!request.success) throw ServiceError.invalid(request.error);
    return { value: rpc.response.parse(await handle(request.data)) };
  } catch (error) {
    return { error: toWireError(rpc, error) };
  }
}

function toWireError(rpc: Rpc, error: unknown): WireError {
  if (error instanceof ServiceError && (rpc.errors.includes(error.code) || universal.includes(error.code)))
    return error.toWire();
  if (isUnstorable(error))
    return ServiceError.invalidField('body', 'must not contain the character U+0000 or half a surrogate pair').toWire();
  logger.error({ err: error, pattern: rpc.pattern }, 'call failed');
  if (isTemporary(error))
    return unavailable(
      `The ${rpc.owner} service cannot reach one of its dependencies`,
      'dependency_unreachable',
      rpc.owner,
    ).toWire();
  return new ServiceError('internal', 'Internal error').toWire();
}
