import { Injectable } from '@nestjs/common';
import { customerErased, dripMembershipLeft, idFloor } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import { addToOutbox, outboxRow, OutboxRelay } from '@postrider/outbox';
import { inAddressOrder } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { DeparturesRepository } from '../memberships/departures.repository.js';
import { MembershipsRepository } from '../memberships/memberships.repository.js';
import { ErasuresRepository } from './erasures.repository.js';
import { MembershipEraser } from './membership-eraser.js';

/** The eraser finds what is committed; what it finds too early is there at its next round. */
const afterCommitMs = 50;

/** Takes somebody who is to be forgotten out of all campaigns at once; what is stored of it follows batch by batch (docs/api.md#erasing-a-person). */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly memberships: MembershipsRepository,
    private readonly departures: DeparturesRepository,
    private readonly eraser: MembershipEraser,
    private readonly relay: OutboxRelay,
  ) {}

  @On(customerErased)
  async begin(events: readonly ReceivedEvent<typeof customerErased>[], tx: EntityManager): Promise<void> {
    for (const { payload, ...context } of inAddressOrder(events)) {
      const { erasure_id: id, email: recipientKey, pseudonym, at_ms } = payload;
      const { accountId, requestId } = context;
      await this.departures.addErased(tx, accountId, recipientKey);
      const left = await this.memberships.leave(tx, accountId, recipientKey, undefined);
      await addToOutbox(
        tx,
        left.map((membership_id) => outboxRow(dripMembershipLeft, context, { membership_id })),
      );
      // Until now, and not until it was asked for: triggers that came in between have just been taken out, too.
      const before = idFloor('membership', Math.max(at_ms, Date.now()) + 1);
      await this.erasures.begin(tx, { accountId, id, recipientKey, pseudonym, before, requestId });
    }
    this.relay.wake();
    this.eraser.wake(afterCommitMs);
  }
}
