import { Injectable } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { RequestContext, RequestOf, ResponseOf, Rpc } from '@postrider/contracts';
import type { z } from 'zod';
import { ContractClient } from './contract-client.js';
import { unavailable } from './error-kinds.js';

/**
 * Concurrent calls per account and service: two gateways at this limit leave slots of the service for other accounts.
 */
const maxCalls = 96;
/** Long calls among them: a service has ten database connections. */
const maxLongCalls = 24;
const longMs = 15_000;

const mayTakeLong = ({ pattern, timeoutMs }: Rpc): boolean => timeoutMs >= longMs || pattern.includes('.list.');

/**
 * Calls services on behalf of API callers and limits each account's calls per service, so that no account uses all of a
 * service's slots (docs/operate/limits-internal.md#between-services). Excess calls wait in the gateway, where they use
 * no slot.
 */
@Injectable()
export class FairContractClient extends ContractClient {
  private readonly calls = new FairQueue({ maxPerKey: maxCalls });
  private readonly longCalls = new FairQueue({ maxPerKey: maxLongCalls });

  override call<R extends Rpc>(
    rpc: R,
    context: RequestContext,
    request: z.input<R['request']> | RequestOf<R>,
  ): Promise<ResponseOf<R>> {
    const key = `${rpc.owner} ${context.accountId}`;
    const call = (): Promise<ResponseOf<R>> =>
      withSlot(this.calls, key, context, () => super.call(rpc, context, request));
    return mayTakeLong(rpc) ? withSlot(this.longCalls, key, context, call) : call();
  }
}

/** Starts synchronously if a slot is free. */
async function withSlot<Result>(
  slots: FairQueue,
  key: string,
  { deadline }: RequestContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const timeoutMs = Math.max(0, deadline - Date.now());
  const release = slots.tryAcquire({ key }) ?? (await slots.acquire({ key, timeoutMs }).catch(throwTimeout));
  return work().finally(release);
}

const throwTimeout = (): never => {
  throw unavailable('The request ran out of time', 'out_of_time');
};
