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
/** Wait until a leased email is checked again. */
const heldSeconds = 5;

/**
 * Erases the stored emails of erased people in bounded batches, accounts in turn, in any process. Erased logs are not
 * selected again, so another process continues after a crash.
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
    super({ everyMs, firstAfterMs: 0, failure: 'personal data could not be erased yet' });
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
    const cancelled = await this.logs.cancelMails(tx, erasure, found);
    const leased = await this.logs.findLeased(tx, erasure, found);
    const erased = found.filter((id) => !leased.has(id));
    await erasePersonalData(tx, deliveryPersonalData, 'log', { ...erasure, keys: erased });
    await this.logs.endCancelled(tx, erasure, cancelled);
    const last = found.length === 0 && erasure.settlesIn <= 0 && !(await this.erasures.hasLeased(tx, erasure));
    if (erased.length > 0 || last)
      await this.outbox.add(tx, logsErased, erasure, {
        erasure_id: erasure.id,
        pseudonym: erasure.pseudonym,
        log_ids: erased,
        cancelled: cancelled.length,
        last,
      });
    if (last) await this.endWith(tx, erasure);
    else await this.erasures.postpone(tx, erasure, this.restSeconds(erasure, erased.length));
  }

  /** Erases by recipient again, because the last emails may have added suppressions meanwhile. */
  private async endWith(tx: EntityManager, erasure: DueErasure): Promise<void> {
    await erasePersonalData(tx, deliveryPersonalData, 'recipient', { ...erasure, keys: [erasure.recipientKey] });
    await this.erasures.end(tx, erasure);
  }

  /** Continues immediately after a batch with results. */
  private restSeconds({ settlesIn }: DueErasure, erased: number): number {
    if (erased > 0) return 0;
    return Math.max(heldSeconds, settlesIn);
  }
}

/**
 * Starts an erasure (docs/reference/personal-data.md#erase-a-person). Only this event contains the address: data stored
 * by address is erased in the transaction that consumes the event; logs, which may be many, follow in batches.
 */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly logs: LogEraser,
  ) {}

  @On(customerErased)
  async start(events: readonly ReceivedEvent<typeof customerErased>[], tx: EntityManager): Promise<void> {
    await this.erasures.start(tx, events);
    for (const { accountId, payload } of inAddressOrder(events))
      await erasePersonalData(tx, deliveryPersonalData, 'recipient', {
        accountId,
        keys: [payload.email],
        pseudonym: payload.pseudonym,
      });
    this.logs.wake(afterCommitMs);
  }
}

/** The eraser sees only committed rows; a wake-up that comes too early is made up for by its next round. */
const afterCommitMs = 50;
