import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, moveMail, RequestContext, RequestOf, retryEspAccount } from '@postrider/contracts';
import { maxMovedMails, notFound, ServiceError } from '@postrider/contracts';
import { EspAccountsRepository } from '../esp-accounts/esp-accounts.repository.js';
import { toDripLane, toLane } from '../esp-accounts/lane.js';
import { missingCredentials } from '../esp-accounts/esp-account.entity.js';
import { Dispatcher } from './dispatcher.js';
import { moveBatchSize, QueueRepository } from './queue.repository.js';

/** Reserved from the caller's deadline for the response. */
const responseReserveMs = 5_000;

/** Changes the queue of an ESP account. */
@Injectable()
export class QueueService {
  constructor(
    private readonly espAccounts: EspAccountsRepository,
    private readonly queue: QueueRepository,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** Tries a failing ESP account again at once, in all processes (docs/providers.md#retry-now). */
  async retry(
    { accountId }: RequestContext,
    { esp_id }: RequestOf<typeof retryEspAccount>,
  ): Promise<ResponseInputOf<typeof retryEspAccount>> {
    const due = await this.queue.retry(accountId, esp_id, findLanes(accountId, esp_id));
    if (due === undefined) notFound('ESP account');
    this.dispatcher.wake();
    return { due };
  }

  /** Moves waiting email to another ESP account (docs/providers.md#move-emails). */
  async move(
    { accountId, deadline }: RequestContext,
    { esp_id, to }: RequestOf<typeof moveMail>,
  ): Promise<ResponseInputOf<typeof moveMail>> {
    await this.checkMove(accountId, esp_id, to);
    const lanes = findLanes(accountId, esp_id);
    let moved = 0;
    let last = moveBatchSize;
    while (last === moveBatchSize && moved < maxMovedMails && Date.now() < deadline - responseReserveMs) {
      const lanesMoved = await this.queue.move(accountId, esp_id, to, lanes);
      last = lanesMoved.reduce((sum, { count }) => sum + count, 0);
      moved += last;
      for (const { id } of lanesMoved) this.dispatcher.noteBacklog({ id, accountId });
    }
    const more = last === moveBatchSize;
    return { moved, more, staying: more ? 0 : await this.queue.countStaying(accountId, lanes) };
  }

  private async checkMove(accountId: string, from: string, to: string): Promise<void> {
    const [account, other] = await Promise.all([from, to].map((id) => this.espAccounts.find(accountId, id)));
    if (!account) notFound('ESP account');
    if (!other || from === to)
      throw new ServiceError('esp_account_not_found', 'ESP account not found', [
        { field: 'to', message: 'must be the id of another ESP account' },
      ]);
    if (other.credentials === null) throw missingCredentials(other, 'to');
  }
}

function findLanes(accountId: string, espId: string): string[] {
  const lane = toLane(accountId, espId, false);
  return [lane.id, toDripLane(lane).id];
}
