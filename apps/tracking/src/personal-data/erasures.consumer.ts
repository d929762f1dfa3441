import { Injectable } from '@nestjs/common';
import { customerErased, engagementsErased, logsErased } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import { addToOutbox, outboxRow, OutboxRelay } from '@postrider/outbox';
import { erasePersonalData, inAddressOrder } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { ErasedLogsRepository } from './erased-logs.repository.js';
import { trackingPersonalData } from './personal-data.js';

/**
 * Erases personal data: by the logs in delivery's events, and by address
 * (docs/reference/personal-data.md#erase-a-person).
 */
@Injectable()
export class ErasuresConsumer {
  constructor(
    private readonly erasedLogs: ErasedLogsRepository,
    private readonly relay: OutboxRelay,
  ) {}

  /** Sequential, because each event contains many logs. */
  @On(logsErased, { filter: ({ log_ids }) => log_ids.length > 0 })
  async eraseLogs(events: readonly ReceivedEvent<typeof logsErased>[], tx: EntityManager): Promise<void> {
    for (const { accountId, payload } of events) {
      await erasePersonalData(tx, trackingPersonalData, 'log', {
        accountId,
        keys: payload.log_ids,
        pseudonym: payload.pseudonym,
      });
      await this.erasedLogs.add(tx, accountId, payload.log_ids, payload.pseudonym);
    }
    await addToOutbox(
      tx,
      events.map(({ payload: { erasure_id, log_ids }, ...context }) =>
        outboxRow(engagementsErased, context, { erasure_id, logs: log_ids.length }),
      ),
    );
    this.relay.wake();
  }
  @On(customerErased)
  async eraseCustomers(events: readonly ReceivedEvent<typeof customerErased>[], tx: EntityManager): Promise<void> {
    for (const { accountId, payload } of inAddressOrder(events))
      await erasePersonalData(tx, trackingPersonalData, 'recipient', {
        accountId,
        keys: [payload.email],
        pseudonym: payload.pseudonym,
      });
  }
}
