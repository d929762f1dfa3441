import { Injectable } from '@nestjs/common';
import { messageAccepted, messageEnded, messageSent } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { DailyCountsRepository } from './daily-counts.repository.js';

@Injectable()
export class StatisticsConsumer {
  constructor(private readonly counts: DailyCountsRepository) {}

  @On(messageAccepted)
  accepted(events: readonly ReceivedEvent<typeof messageAccepted>[], tx: EntityManager): Promise<void> {
    return this.count(tx, events, () => 'accepted');
  }

  @On(messageSent)
  sent(events: readonly ReceivedEvent<typeof messageSent>[], tx: EntityManager): Promise<void> {
    return this.count(tx, events, () => 'sent');
  }

  @On(messageEnded)
  ended(events: readonly ReceivedEvent<typeof messageEnded>[], tx: EntityManager): Promise<void> {
    return this.count(tx, events, ({ status }) => status);
  }

  private async count<Payload extends { template_id: string; at: number; test: boolean }>(
    tx: EntityManager,
    events: readonly { accountId: string; payload: Payload }[],
    outcomeOf: (payload: Payload) => string,
  ): Promise<void> {
    const counted = events
      .filter(({ payload }) => !payload.test)
      .map(({ accountId, payload }) => ({
        accountId,
        templateId: payload.template_id,
        outcome: outcomeOf(payload),
        at: payload.at,
      }));
    if (counted.length > 0) await this.counts.add(tx, counted);
  }
}
