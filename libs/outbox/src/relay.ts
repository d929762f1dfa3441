import { Inject, Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { events } from '@postrider/contracts';
import type { EventEnvelope, EventFailure, EventFailures, EventPublisher } from '@postrider/messaging';
import { EVENT_PUBLISHER, PublishFailed, outcomeOfFailedEvent, publishTraced } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { RelayedRow } from './bundles.js';
import { bundleTopic, envelopesOf, inParts } from './bundles.js';
import type { OutboxRow } from './outbox.js';
import { addToOutbox } from './outbox.js';

export const SERVICE_NAME = Symbol('SERVICE_NAME');

const batchSize = 200;
const pollMs = 500;
/** Between two runs: the work of a run, here, in the broker and in every consumer, is by the batch, and nobody waits for an event. */
const debounceMs = 100;
/** After a run of so many events or more: under load batches are larger, which leaves more of the processor to mail. */
const many = { events: 50, debounceMs: 250 };
const publishRetrySeconds = 1;
/** After this the transaction begins no further publishing and commits what the broker confirmed, so that a slow broker undoes nothing. */
const offerMs = 2_000;
/** Above `offerMs` and the time limit of the last publishing: the transaction waits without a statement meanwhile. */
const idleMs = 60_000;

/**
 * What a crash of the database makes us forget is published again, and dropped by the inboxes. The table holds few rows and, until they are tidied up, the
 * room of all that were published lately: by the index of their ids those few are found without a look at the rest, which the planner does not expect.
 */
const settings = `select set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true),
  set_config('idle_in_transaction_session_timeout', '${idleMs}', true)`;

interface Relayed {
  readonly rows: number;
  readonly events: number;
  /** Whether other rows are due that can be published now. */
  readonly more: boolean;
}
/** A row of which something is not published, and why. */
interface Failed {
  readonly row: RelayedRow;
  readonly failure: EventFailure;
}

/**
 * Brings committed events to the broker: reads what is due, publishes, deletes what was confirmed. Rows stay locked while they are being
 * published, so several replicas share the work. A crash between confirm and delete repeats an event; the inboxes drop it.
 */
@Injectable()
export class OutboxRelay extends PeriodicTask {
  private readonly publishesEvents: boolean;
  /** After the last run. */
  private breath = debounceMs;

  constructor(
    private readonly database: DataSource,
    @Inject(EVENT_PUBLISHER) private readonly publisher: EventPublisher,
    @Inject(SERVICE_NAME) service: string,
  ) {
    super({ everyMs: pollMs, firstAfterMs: 0, failure: 'cannot relay events now' });
    this.publishesEvents = events.some((event) => event.publisher === service);
  }

  override onApplicationBootstrap(): void {
    if (this.publishesEvents) super.onApplicationBootstrap();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    // What was said while the service stopped still goes out if it can; the rest stays for the next start.
    if (this.publishesEvents) await this.relayBatch().catch(() => {});
  }

  /** There may be something to publish: run soon. Called after a commit that added events. */
  override wake(ms = this.breath): void {
    super.wake(ms);
  }

  protected async batch(): Promise<boolean> {
    const { rows, events, more } = await this.relayBatch();
    this.breath = events < many.events ? debounceMs : many.debounceMs;
    if (rows > 0) this.wake();
    return more;
  }

  private async relayBatch(): Promise<Relayed> {
    return this.database.transaction(async (tx) => {
      await tx.query(settings);
      const rows: RelayedRow[] = await tx.query(
        `select id, event_id as "eventId", topic, account_id as "accountId", request_id as "requestId", traceparent, attempts, left_to as "leftTo",
                case when topic <> '${bundleTopic}' then payload end as payload,
                case when topic = '${bundleTopic}' then (payload #>> '{}')::json end as bundle
         from outbox where dead_at is null and next_at <= now() order by id limit $1 for update skip locked`,
        [batchSize],
      );
      if (rows.length === 0) return { rows: 0, events: 0, more: false };
      const { offered, failures } = await this.offer(rows);
      const failed = offered.flatMap((row) => failureOf(row, failures) ?? []);
      const published = offered.filter((row) => !failed.some((those) => those.row === row));
      if (published.length > 0)
        await tx.query('delete from outbox where id = any($1::bigint[])', [published.map((row) => row.id)]);
      const stuck = failed.filter(({ failure }) => isStuck(failure));
      if (stuck.length > 0) await this.postpone(tx, stuck);
      for (const { row, failure } of failed) {
        if (isStuck(failure)) continue;
        if (row.bundle) await this.takeApart(tx, row.id, row.bundle, failures);
        else await this.failed(tx, row, failure);
      }
      const left = rows.length === batchSize || offered.length < rows.length;
      return {
        rows: published.length,
        events: published.flatMap(envelopesOf).length,
        more: left && failed.length === 0,
      };
    });
  }

  /**
   * Publishes the rows in parts, as many side by side as the transport takes, for a bounded time. Once the transport fails, the other rows are not
   * tried.
   */
  private async offer(
    rows: readonly RelayedRow[],
  ): Promise<{ offered: readonly RelayedRow[]; failures: EventFailures }> {
    const offered: RelayedRow[] = [];
    const failures = new Map<string, EventFailure>();
    const parts = inParts(rows).values();
    const until = performance.now() + offerMs;
    let open = true;
    const publishInTurn = async (): Promise<void> => {
      for (const part of parts) {
        const ofPart = await publishTraced(this.publisher, part.flatMap(envelopesOf));
        offered.push(...part);
        for (const [eventId, failure] of ofPart) failures.set(eventId, failure);
        open &&= performance.now() < until && ![...ofPart.values()].some(isStuck);
        if (!open) return;
      }
    };
    await Promise.all(Array.from({ length: this.publisher.sideBySide }, publishInTurn));
    return { offered, failures };
  }

  private async postpone(tx: EntityManager, stuck: readonly Failed[]): Promise<void> {
    await tx.query(
      'update outbox set next_at = now() + make_interval(secs => $2), error = $3 where id = any($1::bigint[])',
      [stuck.map(({ row }) => row.id), publishRetrySeconds, stuck[0]!.failure.error.message.slice(0, 500)],
    );
  }

  /** Each event ends by itself: those of a bundle that failed get a row each. */
  private async takeApart(
    tx: EntityManager,
    id: string,
    events: readonly EventEnvelope[],
    failures: EventFailures,
  ): Promise<void> {
    const left = events.filter(({ eventId }) => failures.has(eventId));
    await addToOutbox(tx, left.map(rowOf));
    await tx.query('delete from outbox where id = $1', [id]);
    const rows: RelayedRow[] = await tx.query(
      `select id, event_id as "eventId", topic, attempts from outbox where event_id = any($1::text[]) order by id`,
      [left.map(({ eventId }) => eventId)],
    );
    for (const row of rows) {
      const failure = failures.get(row.eventId)!;
      if (!isStuck(failure)) await this.failed(tx, row, failure);
    }
  }

  /** A consumer's own failure, which only the memory transport brings back here: the same waits and the same end as in RabbitMQ's retry queues. */
  private async failed(tx: EntityManager, row: RelayedRow, { error, leftTo }: EventFailure): Promise<void> {
    const fate = outcomeOfFailedEvent(error, row.attempts + 1);
    const dead = fate === 'dead';
    if (dead)
      this.logger.error({ err: error, eventId: row.eventId, topic: row.topic }, 'event goes to the dead letters');
    else this.logger.warn(`event ${row.eventId} (${row.topic}) failed, again in ${fate.tier.name}: ${error.message}`);
    const attempts = dead ? row.attempts + 1 : fate.attempt - 1;
    await tx.query(
      `update outbox set attempts = $2, error = $3, next_at = now() + make_interval(secs => $4), dead_at = case when $5 then now() end, left_to = $6
       where id = $1`,
      [row.id, attempts, error.message.slice(0, 500), dead ? 0 : fate.tier.ms / 1000, dead, leftTo ?? null],
    );
  }
}

/** Why not all of a row is with those who take it: what failed there, before what failed on the way. */
function failureOf(row: RelayedRow, failures: EventFailures): Failed | undefined {
  if (failures.size === 0) return undefined;
  const ofRow = envelopesOf(row).flatMap(({ eventId }) => failures.get(eventId) ?? []);
  const failure = ofRow.find((each) => !isStuck(each)) ?? ofRow[0];
  return failure && { row, failure };
}

const isStuck = ({ error }: EventFailure): boolean => error instanceof PublishFailed;

const rowOf = ({ eventId, topic, accountId, requestId, traceparent, payload }: EventEnvelope): OutboxRow => ({
  event_id: eventId,
  topic,
  account_id: accountId,
  request_id: requestId,
  traceparent: traceparent ?? null,
  payload: JSON.stringify(payload),
});
