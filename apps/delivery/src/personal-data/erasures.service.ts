import { Injectable } from '@nestjs/common';
import { customerErased, logsErased, maxErasedLogs } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import { erasePersonalData, inAddressOrder } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { DueErasure } from './erasures.repository.js';
import { ErasuresRepository } from './erasures.repository.js';
import { deliveryPersonalData } from './personal-data.js';
import { PeriodicTask } from '@postrider/concurrency';
import { Outbox, OutboxRelay } from '@postrider/outbox';
import { ErasedLogsRepository } from './erased-logs.repository.js';

const everyMs = 5_000;
/** A mail that an attempt holds is looked at again. */
const heldSeconds = 5;

/**
 * Erases what is stored of mails to people who are to be forgotten: a bounded batch a transaction, accounts in turn, by whichever process gets to it. What
 * was erased is not found again, so a process that dies leaves nothing but the rest.
 */
@Injectable()
export class LogEraser extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    private readonly erasures: ErasuresRepository,
    private readonly logs: ErasedLogsRepository,
    private readonly outbox: Outbox,
    private readonly relay: OutboxRelay,
  ) {
    super({ everyMs, firstAfterMs: 0, failure: 'people could not be erased yet' });
  }

  protected async batch(): Promise<boolean> {
    const more = await this.database.transaction(async (tx) => {
      const erasure = await this.erasures.due(tx);
      if (!erasure) return false;
      await this.erase(tx, erasure);
      return true;
    });
    if (more) this.relay.wake();
    return more;
  }

  private async erase(tx: EntityManager, erasure: DueErasure): Promise<void> {
    const found = await this.erasures.nextLogs(tx, erasure, maxErasedLogs);
    const withdrawn = await this.logs.withdraw(tx, erasure, found);
    const held = await this.logs.held(tx, erasure, found);
    const erased = found.filter((id) => !held.has(id));
    await erasePersonalData(tx, deliveryPersonalData, 'log', { ...erasure, keys: erased });
    await this.logs.endCancelled(tx, erasure, withdrawn);
    const last = found.length === 0 && erasure.settlesIn <= 0 && !(await this.erasures.anyHeld(tx, erasure));
    if (erased.length > 0 || last)
      await this.outbox.add(tx, logsErased, erasure, {
        erasure_id: erasure.id,
        pseudonym: erasure.pseudonym,
        log_ids: erased,
        cancelled: withdrawn.length,
        last,
      });
    if (last) await this.endWith(tx, erasure);
    else await this.erasures.recheck(tx, erasure, this.restSeconds(erasure, erased.length));
  }

  /** What its last mails brought about meanwhile is pseudonymised, too. */
  private async endWith(tx: EntityManager, erasure: DueErasure): Promise<void> {
    await erasePersonalData(tx, deliveryPersonalData, 'recipient', { ...erasure, keys: [erasure.recipientKey] });
    await this.erasures.end(tx, erasure);
  }

  /** Where something was found there may be more. */
  private restSeconds({ settlesIn }: DueErasure, erased: number): number {
    if (erased > 0) return 0;
    return Math.max(heldSeconds, settlesIn);
  }
}

/**
 * Somebody is to be forgotten (docs/reference/personal-data.md#erase-a-person). The one place that hears the address: whatever is kept by it is dealt with here, in the
 * transaction in which the event is taken; what there may be much of is written down and follows batch by batch.
 */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly logs: LogEraser,
  ) {}

  @On(customerErased)
  async begin(events: readonly ReceivedEvent<typeof customerErased>[], tx: EntityManager): Promise<void> {
    await this.erasures.begin(tx, events);
    for (const { accountId, payload } of inAddressOrder(events))
      await erasePersonalData(tx, deliveryPersonalData, 'recipient', {
        accountId,
        keys: [payload.email],
        pseudonym: payload.pseudonym,
      });
    this.logs.wake(afterCommitMs);
  }
}

/** The eraser finds what is committed; what it finds too early is there at its next round. */
const afterCommitMs = 50;
