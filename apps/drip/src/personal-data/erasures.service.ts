import { Injectable } from '@nestjs/common';
import { customerErased, dripMembershipLeft, idFloor, membershipsErased } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import { Outbox, OutboxRelay, addToOutbox, outboxRow } from '@postrider/outbox';
import { erasePersonalData, inAddressOrder } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { OptOutsRepository } from '../memberships/opt-outs.repository.js';
import { MembershipsRepository } from '../memberships/memberships.repository.js';
import { ErasuresRepository } from './erasures.repository.js';
import { PeriodicTask } from '@postrider/concurrency';
import { dripPersonalData } from './personal-data.js';

const everyMs = 10_000;
const membershipsPerBatch = 1_000;

/** Erases the memberships of erased people: one bounded batch per transaction, accounts in turn, in any replica. */
@Injectable()
export class MembershipEraser extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    private readonly erasures: ErasuresRepository,
    private readonly outbox: Outbox,
    private readonly relay: OutboxRelay,
  ) {
    super({ everyMs, firstAfterMs: 0, failure: 'could not erase memberships' });
  }

  protected async batch(): Promise<boolean> {
    const more = await this.database.transaction(async (tx) => {
      const erasure = await this.erasures.due(tx);
      if (!erasure) return false;
      const keys = [erasure.recipientKey];
      const memberships = await erasePersonalData(
        tx,
        dripPersonalData,
        'recipient',
        { ...erasure, keys },
        erasure.before,
        membershipsPerBatch,
      );
      const last = memberships < membershipsPerBatch;
      await this.outbox.add(tx, membershipsErased, erasure, { erasure_id: erasure.id, memberships, last });
      if (last) await this.erasures.end(tx, erasure);
      else await this.erasures.reschedule(tx, erasure);
      return true;
    });
    if (more) this.relay.wake();
    return more;
  }
}

/** Wakes the eraser after the commit. If it is still too early, the next round erases them. */
const afterCommitMs = 50;

/**
 * Removes an erased person from all campaigns; the stored data is erased in batches afterwards
 * (docs/reference/personal-data.md#erase-a-person).
 */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly memberships: MembershipsRepository,
    private readonly optOuts: OptOutsRepository,
    private readonly eraser: MembershipEraser,
    private readonly relay: OutboxRelay,
  ) {}

  @On(customerErased)
  async start(events: readonly ReceivedEvent<typeof customerErased>[], tx: EntityManager): Promise<void> {
    for (const { payload, ...context } of inAddressOrder(events)) {
      const { erasure_id: id, email: recipientKey, pseudonym, at_ms } = payload;
      const { accountId, requestId } = context;
      await this.optOuts.addErased(tx, accountId, recipientKey);
      const left = await this.memberships.leave(tx, accountId, recipientKey, undefined);
      await addToOutbox(
        tx,
        left.map((membership_id) => outboxRow(dripMembershipLeft, context, { membership_id })),
      );
      // Up to now and not up to the request: it also covers memberships that a trigger started in between.
      const before = idFloor('membership', Math.max(at_ms, Date.now()) + 1);
      await this.erasures.start(tx, { accountId, id, recipientKey, pseudonym, before, requestId });
    }
    this.relay.wake();
    this.eraser.wake(afterCommitMs);
  }
}
