import { Inject, Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { events } from '@postrider/contracts';
import type { EventEnvelope, EventPublisher } from '@postrider/messaging';
import { EVENT_PUBLISHER, fateOf, PublishFailed, publishTraced } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { SERVICE_NAME } from './service-name.js';

const batchSize = 200;
const pollMs = 500;
/** Between two runs: the work of a run, here, in the broker and in every consumer, is by the batch, and nobody waits for an event. */
const breathMs = 100;
const publishRetrySeconds = 1;

/**
 * What a crash of the database makes us forget is published again, and dropped by the inboxes. The table holds few rows and, until they are tidied up, the
 * room of all that were published lately: by the index of their ids those few are found without a look at the rest, which the planner does not expect.
 */
const settings = `select set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true)`;

interface Row extends Omit<EventEnvelope, 'payload' | 'traceparent'> {
  readonly id: string;
  readonly attempts: number;
  readonly traceparent: string | null;
  readonly payload: unknown;
}

/**
 * Brings committed events to the broker: reads what is due, publishes, deletes what was confirmed. Rows stay locked while they are being
 * published, so several replicas share the work. A crash between confirm and delete repeats an event; the inboxes drop it.
 */
@Injectable()
export class OutboxRelay extends PeriodicTask {
  private readonly logger = new Logger(OutboxRelay.name);
  private readonly publishesEvents: boolean;

  constructor(
    private readonly database: DataSource,
    @Inject(EVENT_PUBLISHER) private readonly publisher: EventPublisher,
    @Inject(SERVICE_NAME) service: string,
  ) {
    super({ everyMs: pollMs, firstAfterMs: 0 });
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
  override wake(ms = breathMs): void {
    super.wake(ms);
  }

  protected async batch(): Promise<boolean> {
    const relayed = await this.relayBatch();
    if (relayed > 0) this.wake();
    return relayed === batchSize;
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`cannot relay events now: ${message}`);
  }

  private async relayBatch(): Promise<number> {
    return this.database.transaction(async (tx) => {
      await tx.query(settings);
      const rows: Row[] = await tx.query(
        `select id, event_id as "eventId", topic, account_id as "accountId", request_id as "requestId", traceparent, payload, attempts
         from outbox where dead_at is null and next_at <= now() order by id limit $1 for update skip locked`,
        [batchSize],
      );
      if (rows.length === 0) return 0;
      const failures = await publishTraced(this.publisher, rows.map(envelopeOf));
      const published = rows.filter((row) => !failures.has(row.eventId));
      if (published.length > 0)
        await tx.query('delete from outbox where id = any($1::bigint[])', [published.map((row) => row.id)]);
      const stuck = rows.filter((row) => failures.get(row.eventId) instanceof PublishFailed);
      if (stuck.length > 0) await this.postpone(tx, stuck, failures.get(stuck[0]!.eventId)!);
      for (const row of rows) {
        const failure = failures.get(row.eventId);
        if (failure && !(failure instanceof PublishFailed)) await this.failed(tx, row, failure);
      }
      return published.length;
    });
  }

  private async postpone(tx: EntityManager, rows: readonly Row[], failure: Error): Promise<void> {
    await tx.query(
      'update outbox set next_at = now() + make_interval(secs => $2), error = $3 where id = any($1::bigint[])',
      [rows.map((row) => row.id), publishRetrySeconds, failure.message.slice(0, 500)],
    );
  }

  /** A consumer's own failure, which only the memory transport brings back here: the same waits and the same end as in RabbitMQ's retry queues. */
  private async failed(tx: EntityManager, row: Row, failure: Error): Promise<void> {
    const fate = fateOf(failure, row.attempts + 1);
    const dead = fate === 'dead';
    if (dead)
      this.logger.error({ err: failure, eventId: row.eventId, topic: row.topic }, 'event goes to the dead letters');
    else this.logger.warn(`event ${row.eventId} (${row.topic}) failed, again in ${fate.tier.name}: ${failure.message}`);
    const attempts = dead ? row.attempts + 1 : fate.attempt - 1;
    await tx.query(
      `update outbox set attempts = $2, error = $3, next_at = now() + make_interval(secs => $4), dead_at = case when $5 then now() end where id = $1`,
      [row.id, attempts, failure.message.slice(0, 500), dead ? 0 : fate.tier.ms / 1000, dead],
    );
  }
}

const envelopeOf = ({ eventId, topic, accountId, requestId, traceparent, payload }: Row): EventEnvelope => ({
  eventId,
  topic,
  accountId,
  requestId,
  ...(traceparent === null ? {} : { traceparent }),
  payload,
});
