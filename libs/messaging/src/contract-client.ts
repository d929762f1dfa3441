import { Inject, Injectable } from '@nestjs/common';
import type { Call, RequestOf, ResponseOf, Rpc } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import type { z } from 'zod';
import { unavailable } from './failures.js';
import { rpcCalled } from './metrics.js';
import type { RpcTransport } from './transport.js';

export const RPC_TRANSPORT = Symbol('RPC_TRANSPORT');

/** The one way a service asks another something. */
@Injectable()
export class ContractClient {
  constructor(@Inject(RPC_TRANSPORT) private readonly transport: RpcTransport) {}

  /**
   * Resolves with the checked response or throws a `ServiceError`: one of the contract's own codes, or `unavailable` when the service
   * cannot be reached or does not answer before the earlier of `call.deadline` and the contract's time limit.
   */
  async call<R extends Rpc>(rpc: R, call: Call, request: z.input<R['request']> | RequestOf<R>): Promise<ResponseOf<R>> {
    const stopTimer = rpcCalled.startTimer({ pattern: rpc.pattern });
    try {
      const response = await this.ask(rpc, call, request);
      stopTimer({ outcome: 'ok' });
      return response;
    } catch (error) {
      stopTimer({ outcome: error instanceof ServiceError ? error.code : 'internal' });
      throw error;
    }
  }

  private async ask<R extends Rpc>(rpc: R, call: Call, request: unknown): Promise<ResponseOf<R>> {
    const timeoutMs = Math.min(rpc.timeoutMs, call.deadline - Date.now());
    if (timeoutMs <= 0) throw unavailable('The request ran out of time');
    const deadline = Date.now() + timeoutMs;
    const reply = await this.transport.request(rpc.owner, rpc.pattern, { ...call, deadline }, request, timeoutMs);
    if ('error' in reply) throw ServiceError.fromWire(reply.error);
    return rpc.response.parse(reply.value) as ResponseOf<R>;
  }
}
