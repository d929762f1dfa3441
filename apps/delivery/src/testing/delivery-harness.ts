import { randomBytes } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type {
  ResponseInputOf,
  DomainEvent,
  PayloadOf,
  RequestContext,
  LogStatus,
  RequestOf,
} from '@postrider/contracts';
import { acceptMessage, createEspAccount, getArtifact, getLog, listLogEvents, newId } from '@postrider/contracts';
import type { EventPublisher } from '@postrider/messaging';
import { ContractClient, EVENT_PUBLISHER, MessagingModule } from '@postrider/messaging';
import { compileVersion } from '@postrider/rendering';
import type { RunningApp } from '@postrider/service';
import { startService } from '@postrider/service';
import { createTestDatabase, FakeServices, SmtpSink, waitFor } from '@postrider/testing';
import { Pool } from 'pg';
import { deliveryService } from '../delivery.module.js';

type Accept = Omit<RequestOf<typeof acceptMessage>, 'test'>;

/** Runs the delivery service with its own database, fake neighbour services over `memory:` and an SMTP server. */
export class DeliveryHarness {
  readonly secretsKey = randomBytes(32).toString('base64');
  readonly templateId = newId('template');
  readonly sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };
  /** Every test has its own account (`newTest`). */
  context!: RequestContext;
  readonly client: ContractClient;
  private delivery: RunningApp | undefined;

  private constructor(
    private readonly url: string,
    private readonly database: Awaited<ReturnType<typeof createTestDatabase>>,
    readonly neighbours: FakeServices,
    readonly sink: SmtpSink,
    readonly sql: Pool,
    private readonly caller: INestApplicationContext,
    private readonly environment: Readonly<Record<string, string>>,
  ) {
    this.client = caller.get(ContractClient);
  }

  static async start(environment: Readonly<Record<string, string>> = {}): Promise<DeliveryHarness> {
    const url = `memory:${newId('request')}`;
    const [database, sink, neighbours] = await Promise.all([
      createTestDatabase(deliveryService.database),
      SmtpSink.start(),
      FakeServices.start(url),
    ]);
    await neighbours.stopService('delivery');
    const caller = await NestFactory.createApplicationContext(MessagingModule.forCaller('delivery-spec', url), {
      logger: false,
    });
    const sql = new Pool({ connectionString: database.url, options: '-c search_path=delivery' });
    const harness = new DeliveryHarness(url, database, neighbours, sink, sql, caller, environment);
    harness.delivery = await harness.process();
    return harness;
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  /** Starts another process of the service; the caller stops it. */
  process(environment: Readonly<Record<string, string>> = {}): Promise<RunningApp> {
    return startService(deliveryService, {
      AMQP_URL: this.url,
      DATABASE_URL: this.database.url,
      HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
      SECRETS_KEY: this.secretsKey,
      DEFAULT_SMTP_URL: `smtp://127.0.0.1:${this.sink.port}`,
      SMTP_ALLOWED_NETWORKS: '127.0.0.0/8',
      SMTP_ALLOWED_PORTS: String(this.sink.port),
      RETRY_DELAYS_SECONDS: '1,1',
      POLL_MS: '50',
      ...this.environment,
      ...environment,
    });
  }

  async restart(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.stopProcess();
    this.delivery = await this.process(environment);
  }

  async stopProcess(): Promise<void> {
    await this.delivery?.stop();
    this.delivery = undefined;
  }

  async stop(): Promise<void> {
    await this.sql.end();
    await this.caller.close();
    await this.delivery?.stop();
    await this.neighbours.stop();
    await this.sink.close();
    await this.database.drop();
  }

  /** Resets the state of earlier tests and creates an account. */
  async newTest(): Promise<void> {
    this.neighbours.reset();
    this.sink.clearRules();
    const { artifact } = await compileVersion({ subject: 'Hello {{name}}', text: 'Dear {{name}}' }, () => undefined);
    this.neighbours.respond(getArtifact, () => JSON.parse(JSON.stringify(artifact)) as { format: number });
    this.context = { accountId: newId('account'), requestId: newId('request'), deadline: Date.now() + 60_000 };
  }

  accept(request: Partial<Accept> = {}, test = false): Promise<ResponseInputOf<typeof acceptMessage>> {
    return this.client.call(acceptMessage, this.context, {
      template: this.templateId,
      recipient: { address: 'ada@example.com' },
      sender: this.sender,
      template_data: { name: 'Ada' },
      test,
      ...request,
    });
  }

  /** Publishes an event as its service would, and waits until it is consumed. */
  async publish<E extends DomainEvent>(event: E, payload: PayloadOf<E>): Promise<void> {
    const { accountId, requestId } = this.context;
    const eventId = newId('event');
    const context = await NestFactory.createApplicationContext(MessagingModule.forService(event.publisher, this.url), {
      logger: false,
    });
    try {
      await waitFor(async () => {
        const publisher = context.get<EventPublisher>(EVENT_PUBLISHER);
        const left = await publisher.publish([{ eventId, topic: event.topic, accountId, requestId, payload }]);
        // Other consumers do not run here, so their confirmations are not awaited.
        return !left.has(eventId) || (await this.hasConsumed(eventId));
      });
    } finally {
      await context.close();
    }
  }

  private async hasConsumed(eventId: string): Promise<boolean> {
    return (await this.sql.query('select from inbox where event_id = $1', [eventId])).rowCount === 1;
  }

  async relay(name: string, port: number, more: Partial<RequestOf<typeof createEspAccount>> = {}): Promise<string> {
    const credentials = { host: '127.0.0.1', port, username: '', password: '', use_tls: false };
    return (await this.client.call(createEspAccount, this.context, { name, esp_type: 'smtp', credentials, ...more }))
      .id;
  }

  async getStatus(id: string): Promise<LogStatus> {
    return (await this.client.call(getLog, this.context, { log_id: id })).status;
  }

  async getEvents(id: string): Promise<LogStatus[]> {
    return (await this.client.call(listLogEvents, this.context, { log_id: id })).map(({ type }) => type);
  }

  async getMessages(id: string): Promise<string[]> {
    return (await this.client.call(listLogEvents, this.context, { log_id: id })).map(({ message }) => message);
  }

  untilStatus(id: string, status: LogStatus): Promise<unknown> {
    return waitFor(async () => (await this.getStatus(id)) === status, {
      what: `${id} to be ${status}`,
    });
  }

  async count(table: string): Promise<number> {
    return Number(
      (
        await this.sql.query<{ count: string }>(`select count(*) from ${table} where account_id = $1`, [
          this.context.accountId,
        ])
      ).rows[0]!.count,
    );
  }

  receivedBy(address: string): SmtpSink['mails'] {
    return this.sink.mails.filter(({ to }) => to.includes(address));
  }

  /** Leaves a message as a process does that died while it held the lease. */
  async abandon(id: string): Promise<void> {
    await this.sql.query(
      `update work set lease_token = gen_random_uuid(), due_at = now() - interval '1 second' where message_id = $1`,
      [id],
    );
  }
}
