import { Injectable } from '@nestjs/common';
import { logEventRecorded, messageAccepted, messageEnded, messageSent } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { DailyCountsRepository } from './daily-counts.repository.js';

/** How many events of each outcome were taken, test keys left out: what shows that every one was taken once (docs/faults.md). */
@Injectable()
export class DailyCountsConsumer {
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

  @On(logEventRecorded, { when: ({ moves_status }) => moves_status })
  recorded(events: readonly ReceivedEvent<typeof logEventRecorded>[], tx: EntityManager): Promise<void> {
    const dated = events.map(({ accountId, payload }) => ({
      accountId,
      payload: { ...payload, at: Math.floor(payload.at_ms / 1000) },
    }));
    return this.count(tx, dated, ({ type }) => type);
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
