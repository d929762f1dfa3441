import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext, DomainEvent, PayloadOf } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import type { EventEnvelope, EventPublisher } from '@postrider/messaging';
import { EVENT_PUBLISHER, publishTraced, getTraceparent } from '@postrider/messaging';
import { serializeLossless } from '@postrider/numbers';
import type { EntityManager } from 'typeorm';

/** One row of the outbox. Hot paths build many of these and insert them in one statement. */
export interface OutboxRow {
  readonly event_id: string;
  readonly topic: string;
  readonly account_id: string;
  readonly request_id: string;
  /** Null without a trace. */
  readonly traceparent: string | null;
  readonly payload: string;
}

/** Validates the payload against the event's contract. */
export function outboxRow<E extends DomainEvent>(
  event: E,
  context: Pick<RequestContext, 'accountId' | 'requestId'>,
  payload: PayloadOf<E>,
  event_id = newId('event'),
): OutboxRow {
  return {
    event_id,
    topic: event.topic,
    account_id: context.accountId,
    request_id: context.requestId,
    traceparent: getTraceparent() ?? null,
    payload: serializeLossless(event.payload.parse(payload)),
  };
}

/** Adds events in the caller's transaction: they are published only if it commits. */
export async function addToOutbox(tx: EntityManager, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into outbox (event_id, topic, account_id, request_id, traceparent, payload)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[])
     on conflict (event_id) do nothing`,
    [
      rows.map(({ event_id }) => event_id),
      rows.map(({ topic }) => topic),
      rows.map(({ account_id }) => account_id),
      rows.map(({ request_id }) => request_id),
      rows.map(({ traceparent }) => traceparent),
      rows.map(({ payload }) => payload),
    ],
  );
}

const toEnvelope = ({ event_id, topic, account_id, request_id, traceparent, payload }: OutboxRow): EventEnvelope => ({
  eventId: event_id,
  topic,
  accountId: account_id,
  requestId: request_id,
  ...(traceparent === null ? {} : { traceparent }),
  payload: JSON.parse(payload) as unknown,
});

@Injectable()
export class Outbox {
  constructor(@Inject(EVENT_PUBLISHER) private readonly publisher: EventPublisher) {}

  /** Adds an event in the caller's transaction: it is published only if that commits. */
  async add<E extends DomainEvent>(
    tx: EntityManager,
    event: E,
    context: Pick<RequestContext, 'accountId' | 'requestId'>,
    payload: PayloadOf<E>,
  ): Promise<void> {
    const row = outboxRow(event, context, payload);
    await tx.query(
      'insert into outbox (event_id, topic, account_id, request_id, traceparent, payload) values ($1, $2, $3, $4, $5, $6)',
      [row.event_id, row.topic, row.account_id, row.request_id, row.traceparent, row.payload],
    );
  }

  /**
   * Publishes events immediately and stores only those that could not be published. Derive event ids from the content:
   * a caller that does not know the outcome can then publish them again, and consumers take each once.
   */
  async publish(manager: EntityManager, rows: readonly OutboxRow[]): Promise<void> {
    if (rows.length === 0) return;
    const failures = await publishTraced(this.publisher, rows.map(toEnvelope));
    await addToOutbox(
      manager,
      rows.filter(({ event_id }) => failures.has(event_id)),
    );
  }
}
