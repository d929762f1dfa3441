import { Injectable } from '@nestjs/common';
import type { RequestContext, DomainEvent, PayloadOf } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import { traceparentOf } from '@postrider/messaging';
import { serializeLossless } from '@postrider/numbers';
import type { EntityManager } from 'typeorm';

/** One row for the outbox; hot paths that write many in one statement build these and insert them themselves. */
export interface OutboxRow {
  readonly event_id: string;
  readonly topic: string;
  readonly account_id: string;
  readonly request_id: string;
  /** Null where nothing is traced. */
  readonly traceparent: string | null;
  readonly payload: string;
}

/** Checks the payload against the event's contract, so that nothing wrong is ever committed. */
export function outboxRow<E extends DomainEvent>(
  event: E,
  context: Pick<RequestContext, 'accountId' | 'requestId'>,
  payload: PayloadOf<E>,
): OutboxRow {
  return {
    event_id: newId('event'),
    topic: event.topic,
    account_id: context.accountId,
    request_id: context.requestId,
    traceparent: traceparentOf() ?? null,
    payload: serializeLossless(event.payload.parse(payload)),
  };
}

/** Says events in the caller's transaction: they are published if and only if that commits. */
export async function addToOutbox(tx: EntityManager, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into outbox (event_id, topic, account_id, request_id, traceparent, payload)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[])`,
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

@Injectable()
export class Outbox {
  /** Says an event in the caller's transaction: it is published if and only if that commits. */
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
}
