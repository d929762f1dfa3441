import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf, retryEspAccount } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { toDripLane, toLane } from '../esp-accounts/lane.js';
import { Dispatcher } from './dispatcher.js';
import { QueueRepository } from './queue.repository.js';

/** Tries a failing ESP account again at once, in all processes (docs/providers.md#retry-now). */
@Injectable()
export class EspAccountRetries {
  constructor(
    private readonly queue: QueueRepository,
    private readonly dispatcher: Dispatcher,
  ) {}

  async retry(
    { accountId }: RequestContext,
    { esp_id }: RequestOf<typeof retryEspAccount>,
  ): Promise<ResponseInputOf<typeof retryEspAccount>> {
    const lane = toLane(accountId, esp_id, false);
    const due = await this.queue.retry(accountId, esp_id, [lane.id, toDripLane(lane).id]);
    if (due === undefined) throw new ServiceError('not_found', 'ESP account not found');
    this.dispatcher.wake();
    return { due };
  }
}
