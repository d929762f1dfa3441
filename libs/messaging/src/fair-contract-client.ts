import { Injectable } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { RequestContext, RequestOf, ResponseOf, Rpc } from '@postrider/contracts';
import type { z } from 'zod';
import { ContractClient } from './contract-client.js';
import { unavailable } from './error-kinds.js';

/** Calls of one account to one service: two gateways that are full of them leave the service slots for others. */
const maxCalls = 96;
/** Of these, those that may take long: a service has ten connections to its database. */
const maxLongCalls = 24;
const longMs = 15_000;

const mayTakeLong = ({ pattern, timeoutMs }: Rpc): boolean => timeoutMs >= longMs || pattern.includes('.list.');

/**
 * Asks for callers of the public API: none of them has all of a service's slots (docs/operate/limits-internal.md#between-services). What is more waits here, where it
 * takes none.
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

/** Starts in the same tick if a slot is free. */
async function withSlot<Result>(
  slots: FairQueue,
  key: string,
  { deadline }: RequestContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const timeoutMs = Math.max(0, deadline - Date.now());
  const release = slots.tryAcquire({ key }) ?? (await slots.acquire({ key, timeoutMs }).catch(outOfTime));
  return work().finally(release);
}

const outOfTime = (): never => {
  throw unavailable('The request ran out of time', 'out_of_time');
};
