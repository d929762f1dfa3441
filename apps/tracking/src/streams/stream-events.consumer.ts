import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '@postrider/contracts';
import { logEventRecorded, messageAccepted, messageEnded, messageSent } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import type { WebhookEvent } from '../webhooks/webhook-event.js';
import { ofAccepted, ofEnded, ofRecorded, ofSent } from '../webhooks/webhook-event.js';
import { StreamEventsRepository } from './stream-events.repository.js';
import { StreamingAccounts } from './streaming-accounts.js';

/** Those of accounts that stream. */
async function streamed(
  consumer: StreamEventsConsumer,
  events: readonly ReceivedEvent<DomainEvent>[],
): Promise<ReadonlySet<string>> {
  const accounts = await consumer.accounts.known();
  return new Set(events.filter(({ accountId }) => accounts.has(accountId)).map(({ eventId }) => eventId));
}

/** What becomes of mail, as webhooks are told of it, for the streams of its account (docs/api.md#streaming-events). */
@Injectable()
export class StreamEventsConsumer {
  constructor(
    readonly accounts: StreamingAccounts,
    private readonly events: StreamEventsRepository,
  ) {}

  @On(messageAccepted, { sift: streamed })
  accepted(events: readonly ReceivedEvent<typeof messageAccepted>[], tx: EntityManager): Promise<void> {
    return this.keep(tx, events, ofAccepted);
  }

  @On(messageSent, { sift: streamed })
  sent(events: readonly ReceivedEvent<typeof messageSent>[], tx: EntityManager): Promise<void> {
    return this.keep(tx, events, ofSent);
  }

  @On(messageEnded, { sift: streamed })
  ended(events: readonly ReceivedEvent<typeof messageEnded>[], tx: EntityManager): Promise<void> {
    return this.keep(tx, events, ofEnded);
  }

  @On(logEventRecorded, { when: ({ moves_status }) => moves_status, sift: streamed })
  recorded(events: readonly ReceivedEvent<typeof logEventRecorded>[], tx: EntityManager): Promise<void> {
    return this.keep(tx, events, ofRecorded);
  }

  private async keep<Received extends ReceivedEvent<DomainEvent> & { readonly payload: About }>(
    tx: EntityManager,
    events: readonly Received[],
    made: (event: Received) => WebhookEvent | undefined,
  ): Promise<void> {
    const kept = events.flatMap((event) => {
      const { template_id: template, tags = [] } = event.payload;
      const told = made(event);
      return told ? [{ ...told, template, tags }] : [];
    });
    if (kept.length > 0) await this.events.add(tx, kept);
  }
}

interface About {
  readonly template_id: string;
  readonly tags?: readonly string[] | undefined;
}
