import { Inject, Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { events } from '@postrider/contracts';
import type { EventEnvelope, EventFailure, EventFailures, EventPublisher } from '@postrider/messaging';
import { EVENT_PUBLISHER, PublishFailed, outcomeOfFailedEvent, publishTraced } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { RelayedRow } from './bundles.js';
import { bundleTopic, toEnvelopes, inParts } from './bundles.js';
import type { OutboxRow } from './outbox.js';
import { addToOutbox } from './outbox.js';

export const SERVICE_NAME = Symbol('SERVICE_NAME');

const batchSize = 200;
const pollMs = 500;
/**
 * Pause between two runs. A run costs the relay, the broker and each consumer about the same whatever its size, and
 * events are not urgent.
 */
const debounceMs = 100;
/** Pause after a run of at least this many events: larger batches leave more CPU for sending under load. */
const many = { events: 50, debounceMs: 250 };
const publishRetrySeconds = 1;
/**
 * After this time the transaction publishes no more and commits what the broker confirmed, so a slow broker causes no
 * rollback.
 */
const offerMs = 2_000;
/** Longer than `offerMs` plus the timeout of the last publish call, during which the transaction is idle. */
const idleMs = 60_000;

/**
 * After a database crash, events whose deletion was lost are published again, and the inboxes drop them. The table
 * holds few rows but, until vacuum, much dead space: the index on `id` avoids scanning it, which the planner does not
 * expect.
 */
const settings = `select set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true),
  set_config('idle_in_transaction_session_timeout', '${idleMs}', true)`;

interface RelayResult {
  readonly rows: number;
  readonly events: number;
  /** Whether more rows can be published now. */
  readonly more: boolean;
}
/** A row with an event that could not be published, and the reason. */
interface Failed {
  readonly row: RelayedRow;
  readonly failure: EventFailure;
}

/**
 * Publishes pending events to the broker and deletes the confirmed ones. Rows are locked while they are published, so
 * replicas share the work. A crash between confirm and delete repeats an event; the inboxes drop it.
 */
@Injectable()
export class OutboxRelay extends PeriodicTask {
  private readonly publishesEvents: boolean;
  /** The pause after the last run. */
  private pauseMs = debounceMs;

  constructor(
    private readonly database: DataSource,
    @Inject(EVENT_PUBLISHER) private readonly publisher: EventPublisher,
    @Inject(SERVICE_NAME) service: string,
  ) {
    super({ everyMs: pollMs, firstAfterMs: 0, failure: 'cannot publish pending events' });
    this.publishesEvents = events.some((event) => event.publisher === service);
  }

  override onApplicationBootstrap(): void {
    if (this.publishesEvents) super.onApplicationBootstrap();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    // Tries once to publish events that were added during shutdown; the rest waits for the next start.
    if (this.publishesEvents) await this.relayBatch().catch(() => {});
  }

  /** Schedules a run. Call it after a commit that added events. */
  override wake(ms = this.pauseMs): void {
    super.wake(ms);
  }

  protected async batch(): Promise<boolean> {
    const { rows, events, more } = await this.relayBatch();
    this.pauseMs = events < many.events ? debounceMs : many.debounceMs;
    if (rows > 0) this.wake();
    return more;
  }

  private async relayBatch(): Promise<RelayResult> {
    return this.database.transaction(async (tx) => {
      await tx.query(settings);
      const rows: RelayedRow[] = await tx.query(
        `select id, event_id as "eventId", topic, account_id as "accountId", request_id as "requestId", traceparent, attempts, left_to as "missingConsumers",
                case when topic <> '${bundleTopic}' then payload end as payload,
                case when topic = '${bundleTopic}' then (payload #>> '{}')::json end as bundle
         from outbox where dead_at is null and next_at <= now() order by id limit $1 for update skip locked`,
        [batchSize],
      );
      if (rows.length === 0) return { rows: 0, events: 0, more: false };
      const { offered, failures } = await this.offer(rows);
      const failed = offered.flatMap((row) => findFailure(row, failures) ?? []);
      const published = offered.filter((row) => !failed.some((those) => those.row === row));
      if (published.length > 0)
        await tx.query('delete from outbox where id = any($1::bigint[])', [published.map((row) => row.id)]);
      const stuck = failed.filter(({ failure }) => isUnpublishable(failure));
      if (stuck.length > 0) await this.postpone(tx, stuck);
      for (const { row, failure } of failed) {
        if (isUnpublishable(failure)) continue;
        if (row.bundle) await this.splitBundle(tx, row.id, row.bundle, failures);
        else await this.failed(tx, row, failure);
      }
      const left = rows.length === batchSize || offered.length < rows.length;
      return {
        rows: published.length,
        events: published.flatMap(toEnvelopes).length,
        more: left && failed.length === 0,
      };
    });
  }

  /**
   * Publishes the rows in parts, as many in parallel as the transport supports, for a bounded time. Stops at the first
   * failure of the transport.
   */
  private async offer(
    rows: readonly RelayedRow[],
  ): Promise<{ offered: readonly RelayedRow[]; failures: EventFailures }> {
    const offered: RelayedRow[] = [];
    const failures = new Map<string, EventFailure>();
    const parts = inParts(rows).values();
    const until = performance.now() + offerMs;
    let canContinue = true;
    const publishParts = async (): Promise<void> => {
      for (const part of parts) {
        const ofPart = await publishTraced(this.publisher, part.flatMap(toEnvelopes));
        offered.push(...part);
        for (const [eventId, failure] of ofPart) failures.set(eventId, failure);
        canContinue &&= performance.now() < until && ![...ofPart.values()].some(isUnpublishable);
        if (!canContinue) return;
      }
    };
    await Promise.all(Array.from({ length: this.publisher.sideBySide }, publishParts));
    return { offered, failures };
  }

  private async postpone(tx: EntityManager, stuck: readonly Failed[]): Promise<void> {
    await tx.query(
      'update outbox set next_at = now() + make_interval(secs => $2), error = $3 where id = any($1::bigint[])',
      [stuck.map(({ row }) => row.id), publishRetrySeconds, stuck[0]!.failure.error.message.slice(0, 500)],
    );
  }

  /** Replaces a bundle by one row per failed event, so that each is retried separately. */
  private async splitBundle(
    tx: EntityManager,
    id: string,
    events: readonly EventEnvelope[],
    failures: EventFailures,
  ): Promise<void> {
    const left = events.filter(({ eventId }) => failures.has(eventId));
    await addToOutbox(tx, left.map(toRow));
    await tx.query('delete from outbox where id = $1', [id]);
    const rows: RelayedRow[] = await tx.query(
      `select id, event_id as "eventId", topic, attempts from outbox where event_id = any($1::text[]) order by id`,
      [left.map(({ eventId }) => eventId)],
    );
    for (const row of rows) {
      const failure = failures.get(row.eventId)!;
      if (!isUnpublishable(failure)) await this.failed(tx, row, failure);
    }
  }

  /**
   * Handles a consumer's failure, which only the memory transport reports here, with the retry delays and attempts of
   * RabbitMQ's queues.
   */
  private async failed(tx: EntityManager, row: RelayedRow, { error, missingConsumers }: EventFailure): Promise<void> {
    const outcome = outcomeOfFailedEvent(error, row.attempts + 1);
    const dead = outcome === 'dead';
    if (dead)
      this.logger.error({ err: error, eventId: row.eventId, topic: row.topic }, 'event moved to the dead letters');
    else
      this.logger.warn(`event ${row.eventId} (${row.topic}) failed, retry in ${outcome.tier.name}: ${error.message}`);
    const attempts = dead ? row.attempts + 1 : outcome.attempt - 1;
    await tx.query(
      `update outbox set attempts = $2, error = $3, next_at = now() + make_interval(secs => $4), dead_at = case when $5 then now() end, left_to = $6
       where id = $1`,
      [
        row.id,
        attempts,
        error.message.slice(0, 500),
        dead ? 0 : outcome.tier.ms / 1000,
        dead,
        missingConsumers ?? null,
      ],
    );
  }
}

/** The failure of a row. A consumer's failure takes precedence over one of the transport. */
function findFailure(row: RelayedRow, failures: EventFailures): Failed | undefined {
  if (failures.size === 0) return undefined;
  const ofRow = toEnvelopes(row).flatMap(({ eventId }) => failures.get(eventId) ?? []);
  const failure = ofRow.find((each) => !isUnpublishable(each)) ?? ofRow[0];
  return failure && { row, failure };
}

const isUnpublishable = ({ error }: EventFailure): boolean => error instanceof PublishFailed;

const toRow = ({ eventId, topic, accountId, requestId, traceparent, payload }: EventEnvelope): OutboxRow => ({
  event_id: eventId,
  topic,
  account_id: accountId,
  request_id: requestId,
  traceparent: traceparent ?? null,
  payload: JSON.stringify(payload),
});
