import { Injectable } from '@nestjs/common';
import { customerErased } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import { erasePersonalData, inAddressOrder } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { ErasuresRepository } from './erasures.repository.js';
import { LogEraser } from './log-eraser.js';
import { deliveryPersonalData } from './personal-data.js';

/**
 * Somebody is to be forgotten (docs/api.md#erasing-a-person). The one place that hears the address: whatever is kept by it is dealt with here, in the
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
