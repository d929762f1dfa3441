import { randomBytes } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type {
  ResponseInputOf,
  DomainEvent,
  PayloadOf,
  RequestContext,
  ResponseOf,
  Rpc,
  ServiceName,
} from '@postrider/contracts';
import { createWebhook, events, listWebhookAttempts, newId, rpcs, serviceNames } from '@postrider/contracts';
import type { EventConsumer, EventEnvelope, EventPublisher } from '@postrider/messaging';
import { ContractClient, EVENT_CONSUMER, EVENT_PUBLISHER, MessagingModule, RpcServer } from '@postrider/messaging';
import type { RunningApp } from '@postrider/service';
import { startService } from '@postrider/service';
import { createTestDatabase, waitFor } from '@postrider/testing';
import { Pool } from 'pg';
import type { z } from 'zod';
import { trackingDatabase } from '../database.js';
import { trackingService } from '../tracking.service-definition.js';

interface TestEvent<E extends DomainEvent = DomainEvent> {
  readonly event: E;
  readonly payload: PayloadOf<E>;
}

/** The tracking service over `memory:` with its own database, and a clock that a test advances. */
export class TrackingHarness {
  readonly secretsKey = randomBytes(32).toString('base64');
  /** Each test has its own account (`newTest`). */
  context!: RequestContext;
  private tracking: RunningApp | undefined;
  private aheadSeconds = 0;
  private readonly stubs = new Map<Rpc, (context: RequestContext) => unknown>();

  private constructor(
    private readonly url: string,
    private readonly database: Awaited<ReturnType<typeof createTestDatabase>>,
    readonly sql: Pool,
    private readonly caller: INestApplicationContext,
    private readonly publishers: ReadonlyMap<string, INestApplicationContext>,
  ) {}

  static async start(): Promise<TrackingHarness> {
    const url = `memory:${newId('request')}`;
    const database = await createTestDatabase(trackingDatabase);
    const sql = new Pool({ connectionString: database.url, options: '-c search_path=tracking' });
    // The service's statements find this `now()` before that of PostgreSQL.
    await sql.query(`create table tracking.clock as select interval '0' as ahead, null::timestamptz as stands_at`);
    await sql.query(
      `create function tracking.now() returns timestamptz language sql stable as 'select coalesce(stands_at, pg_catalog.now()) + ahead from tracking.clock'`,
    );
    const caller = await NestFactory.createApplicationContext(MessagingModule.forCaller('tracking-spec', url), {
      logger: false,
    });
    const publishers = new Map<string, INestApplicationContext>();
    for (const name of serviceNames.filter((each) => each !== 'tracking')) {
      const context = await NestFactory.createApplicationContext(MessagingModule.forService(name, url), {
        logger: false,
      });
      // In memory, an event is published when all its consumers have confirmed it.
      if (events.some(({ consumers }) => consumers.includes(name)))
        await context.get<EventConsumer>(EVENT_CONSUMER).start(async () => {});
      publishers.set(name, context);
    }
    const harness = new TrackingHarness(url, database, sql, caller, publishers);
    harness.newTest();
    for (const service of ['delivery', 'template']) await harness.serveStubs(service);
    await harness.startTracking();
    return harness;
  }

  /** Delivery and template return the first example of each call, until a test changes that. */
  stub<R extends Rpc>(rpc: R, stub: (context: RequestContext) => ResponseInputOf<R>): void {
    this.stubs.set(rpc, stub);
  }

  private async serveStubs(service: string): Promise<void> {
    const server = this.publishers.get(service)!.get(RpcServer);
    for (const rpc of rpcs.filter(({ owner }) => owner === service))
      server.addHandler(rpc.pattern, ((incoming: { context: RequestContext }) =>
        Promise.resolve({
          value: this.stubs.get(rpc)?.(incoming.context) ?? rpc.examples[0]!.response,
        })) as never);
    await new Promise<void>((resolve, reject) => {
      server.listen((error) => (error ? reject(error as Error) : resolve()));
    });
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  newTest(): void {
    this.context = { accountId: newId('account'), requestId: newId('request'), deadline: Date.now() + 60_000 };
  }

  /** Starts another process of the service; the caller stops it. */
  process(environment: Readonly<Record<string, string>> = {}): Promise<RunningApp> {
    const url = new URL(this.database.url);
    url.searchParams.set('options', '-c search_path=tracking,pg_catalog');
    return startService(trackingService, {
      AMQP_URL: this.url,
      DATABASE_URL: url.toString(),
      DATABASE_POOL: '6',
      HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
      SECRETS_KEY: this.secretsKey,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      WEBHOOK_ALLOW_HTTP: 'true',
      ...environment,
    });
  }

  async startTracking(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    this.tracking = await this.process(environment);
  }

  async stopTracking(): Promise<void> {
    await this.tracking?.stop();
    this.tracking = undefined;
  }

  async stop(): Promise<void> {
    await this.stopTracking();
    for (const context of [this.caller, ...this.publishers.values()]) await context.close();
    await this.sql.end();
    await this.database.drop();
  }

  call<R extends Rpc>(rpc: R, request: z.input<R['request']>, context = this.context): Promise<ResponseOf<R>> {
    return this.caller.get(ContractClient).call(rpc, context, request);
  }

  /** Advances the clock of the service's statements. */
  async advance(seconds: number): Promise<void> {
    this.aheadSeconds += seconds;
    await this.sql.query('update tracking.clock set ahead = make_interval(secs => $1)', [this.aheadSeconds]);
  }

  /** Stops the clock of the service's statements until `advanceTime`; only `advance` changes it. */
  async stopTime(): Promise<void> {
    await this.sql.query('update tracking.clock set stands_at = pg_catalog.now()');
  }

  async advanceTime(): Promise<void> {
    await this.sql.query('update tracking.clock set stands_at = null');
  }

  webhook(url: string, more: Partial<z.input<typeof createWebhook.request>> = {}) {
    return this.call(createWebhook, { url, ...more });
  }

  async getAttempts(webhook_id: string): Promise<ResponseInputOf<typeof listWebhookAttempts>['data']> {
    return (await this.call(listWebhookAttempts, { webhook_id })).data;
  }

  /** Publishes events as their publisher does, waits until they are confirmed, and returns their ids. */
  async emit(...testEvents: readonly TestEvent[]): Promise<string[]> {
    const envelopes = this.toEnvelopes(...testEvents);
    await this.publish(testEvents[0]?.event.publisher ?? 'delivery', envelopes);
    return envelopes.map(({ eventId }) => eventId);
  }

  toEnvelopes(...testEvents: readonly TestEvent[]): EventEnvelope[] {
    const { accountId, requestId } = this.context;
    return testEvents.map(({ event, payload }) => ({
      eventId: newId('event'),
      topic: event.topic,
      accountId,
      requestId,
      payload: JSON.parse(JSON.stringify(payload)) as unknown,
    }));
  }

  /** Publishes until confirmed, or only once; returns whether they were confirmed. */
  async publish(publisher: ServiceName, envelopes: readonly EventEnvelope[], { once = false } = {}): Promise<boolean> {
    const attempt = async (): Promise<boolean> =>
      (await this.publishers.get(publisher)!.get<EventPublisher>(EVENT_PUBLISHER).publish(envelopes)).size === 0;
    if (once) return attempt();
    await waitFor(attempt);
    return true;
  }

  async pending(): Promise<number> {
    const { rows } = await this.sql.query<{ count: number }>(
      'select count(*)::int as count from webhook_posts where account_id = $1',
      [this.context.accountId],
    );
    return rows[0]!.count;
  }
}
