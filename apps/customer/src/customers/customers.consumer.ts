import { Injectable } from '@nestjs/common';
import { addressKey, messageAccepted } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { CustomersRepository } from './customers.repository.js';

@Injectable()
export class CustomersConsumer {
  constructor(private readonly customers: CustomersRepository) {}

  /** Catches up on recipients of messages that were accepted while this service could not be asked. */
  @On(messageAccepted, { when: ({ recipient_known }) => !recipient_known })
  async accepted(events: readonly ReceivedEvent<typeof messageAccepted>[], tx: EntityManager): Promise<void> {
    const sent = events.map(({ accountId, payload }) => ({
      accountId,
      email: addressKey(payload.recipient_address),
      created: payload.at,
    }));
    await this.customers.catchUp(tx, sent);
  }
}
