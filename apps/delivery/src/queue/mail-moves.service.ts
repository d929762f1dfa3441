import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, moveMail, RequestContext, RequestOf } from '@postrider/contracts';
import { maxMovedMails, ServiceError } from '@postrider/contracts';
import { EspAccountsRepository } from '../esp-accounts/esp-accounts.repository.js';
import { toDripLane } from '../esp-accounts/lane.js';
import { missingCredentials } from '../esp-accounts/esp-account.entity.js';
import { Dispatcher } from './dispatcher.js';
import { moveBatchSize, QueueRepository } from './queue.repository.js';

/** Reserved from the caller's deadline for the response. */
const responseReserveMs = 5_000;

/** Moves waiting email of an ESP account to another one (docs/providers.md#move-emails). */
@Injectable()
export class MailMoves {
  constructor(
    private readonly espAccounts: EspAccountsRepository,
    private readonly queue: QueueRepository,
    private readonly dispatcher: Dispatcher,
  ) {}

  async move(
    { accountId, deadline }: RequestContext,
    { esp_id, to }: RequestOf<typeof moveMail>,
  ): Promise<ResponseInputOf<typeof moveMail>> {
    await this.check(accountId, esp_id, to);
    const lanes = [esp_id, toDripLane({ id: esp_id, accountId }).id];
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

  private async check(accountId: string, from: string, to: string): Promise<void> {
    const [account, other] = await Promise.all([from, to].map((id) => this.espAccounts.find(accountId, id)));
    if (!account) throw new ServiceError('not_found', 'ESP account not found');
    if (!other || from === to)
      throw new ServiceError('esp_account_not_found', 'ESP account not found', [
        { field: 'to', message: 'must be the id of another ESP account' },
      ]);
    if (other.credentials === null) throw missingCredentials(other, 'to');
  }
}
