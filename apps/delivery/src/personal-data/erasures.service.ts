import { Injectable } from '@nestjs/common';
import type { customerErased } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { SuppressionsRepository } from '../suppressions/suppressions.repository.js';
import { ErasuresRepository } from './erasures.repository.js';
import { LogEraser } from './log-eraser.js';

/**
 * Somebody is to be forgotten (docs/api.md#erasing-a-person). The one place that hears the address: whatever is kept by it is dealt with here, in the
 * transaction in which the event is taken; what there may be much of is written down and follows batch by batch.
 */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly suppressions: SuppressionsRepository,
    private readonly logs: LogEraser,
  ) {}

  async begin(tx: EntityManager, events: readonly ReceivedEvent<typeof customerErased>[]): Promise<void> {
    await this.erasures.begin(tx, events);
    const people = inOrder(events).map(({ accountId, payload: { email } }) => ({ accountId, email }));
    await this.suppressions.pseudonymise(people, tx);
    this.logs.wake(afterCommitMs);
  }
}

/** The eraser finds what is committed; what it finds too early is there at its next round. */
const afterCommitMs = 50;

/** One order everywhere, or two who take several could wait for each other. */
const inOrder = (events: readonly ReceivedEvent<typeof customerErased>[]) =>
  events.toSorted((one, other) => {
    const [first, second] = [one, other].map(({ accountId, payload }) => `${accountId} ${payload.email}`);
    return Number(first! > second!) - Number(first! < second!);
  });
