import { SpanKind } from '@opentelemetry/api';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { RequestContext, RequestOf, ResponseOf, Rpc } from '@postrider/contracts';
import { ServiceError, wireError } from '@postrider/contracts';
import { parseLossless } from '@postrider/numbers';
import { z } from 'zod';
import { unavailable } from './error-kinds.js';
import { rpcCalled } from './metrics.js';
import { getExemplar, traced, getTraceparent } from './tracing.js';
import type { RpcTransport } from './transport.js';

export const RPC_TRANSPORT = Symbol('RPC_TRANSPORT');

const logger = new Logger('ContractClient');
/** An error code that this version does not know becomes `internal`. */
const replySchema = z.object({
  value: z.unknown().optional(),
  error: wireError.extend({ code: wireError.shape.code.catch('internal') }).optional(),
});

function contractViolation(rpc: Rpc, problem: z.ZodError): ServiceError {
  logger.error({ err: problem, pattern: rpc.pattern }, 'reply violates its contract');
  return new ServiceError('internal', 'Internal error');
}

/** Calls other services. */
@Injectable()
export class ContractClient {
  constructor(@Inject(RPC_TRANSPORT) private readonly transport: RpcTransport) {}

  /**
   * Resolves to the validated response or throws a `ServiceError`: one of the contract's own codes; `unavailable` if
   * the service is unreachable or does not respond before the earlier of `context.deadline` and the contract's timeout;
   * `payload_too_large` if the request or the response exceeds the message limit; or `internal` if the response
   * violates the contract.
   */
  async call<R extends Rpc>(
    rpc: R,
    context: RequestContext,
    request: z.input<R['request']> | RequestOf<R>,
  ): Promise<ResponseOf<R>> {
    const startedAt = performance.now();
    let exemplar: ReturnType<typeof getExemplar>;
    const measure = (outcome: string): void =>
      rpcCalled.observe({ pattern: rpc.pattern, outcome }, (performance.now() - startedAt) / 1000, exemplar);
    try {
      const response = await traced(
        rpc.pattern,
        { 'rpc.system': 'postrider', 'rpc.service': rpc.owner, 'rpc.method': rpc.pattern },
        (span) => {
          exemplar = getExemplar(span);
          return this.sendWithDeadline(rpc, context, request);
        },
        { kind: SpanKind.CLIENT },
      );
      measure('ok');
      return response;
    } catch (error) {
      measure(error instanceof ServiceError ? error.code : 'internal');
      throw error;
    }
  }

  private async sendWithDeadline<R extends Rpc>(
    rpc: R,
    context: RequestContext,
    request: unknown,
  ): Promise<ResponseOf<R>> {
    const timeoutMs = Math.min(rpc.timeoutMs, context.deadline - Date.now());
    if (timeoutMs <= 0) throw unavailable('The request ran out of time', 'out_of_time');
    const deadline = Date.now() + timeoutMs;
    const traceparent = getTraceparent();
    const forwarded = { ...context, deadline, ...(traceparent === undefined ? {} : { traceparent }) };
    const reply = replySchema.safeParse(
      parseLossless(await this.transport.request(rpc.owner, rpc.pattern, forwarded, request, timeoutMs)),
    );
    if (!reply.success) throw contractViolation(rpc, reply.error);
    if (reply.data.error) throw ServiceError.fromWire(reply.data.error);
    const response = rpc.response.safeParse(reply.data.value);
    if (!response.success) throw contractViolation(rpc, response.error);
    return response.data as ResponseOf<R>;
  }
}
