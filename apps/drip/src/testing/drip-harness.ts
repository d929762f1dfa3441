import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { DomainEvent, PayloadOf, RequestContext, ResponseOf, Rpc } from '@postrider/contracts';
import { createDripCampaign, messageAccepted, newId } from '@postrider/contracts';
import type { EventPublisher } from '@postrider/messaging';
import { ContractClient, EVENT_PUBLISHER, MessagingModule } from '@postrider/messaging';
import type { RunningApp } from '@postrider/service';
import { startService } from '@postrider/service';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase, FakeServices, waitFor } from '@postrider/testing';
import { Pool } from 'pg';
import type { z } from 'zod';
import { dripService } from '../drip.module.js';

type NewCampaign = z.input<(typeof createDripCampaign)['request']>;

/** The drip service over `memory:` with its own database and fakes of its neighbours, for its specs. */
export class DripHarness {
  /** Each test has its own account (`newTest`). */
  context!: RequestContext;

  private constructor(
    readonly neighbours: FakeServices,
    readonly app: RunningApp,
    readonly sql: Pool,
    private readonly caller: INestApplicationContext,
    private readonly publishers: Readonly<Record<'delivery' | 'customer', INestApplicationContext>>,
    readonly databaseUrl: string,
    private readonly database: TestDatabase | undefined,
  ) {}

  /** `databaseUrl` is that of another harness, to start a second process of the service. */
  static async start(databaseUrl?: string): Promise<DripHarness> {
    const url = `memory:${newId('request')}`;
    const database = databaseUrl === undefined ? await createTestDatabase(dripService.database) : undefined;
    const used = databaseUrl ?? database!.url;
    const neighbours = await FakeServices.start(url);
    await neighbours.stopService('drip');
    const app = await startService(dripService, {
      AMQP_URL: url,
      DATABASE_URL: used,
      HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
    });
    const caller = await NestFactory.createApplicationContext(MessagingModule.forCaller('drip-spec', url), {
      logger: false,
    });
    const publisher = (name: 'delivery' | 'customer') =>
      NestFactory.createApplicationContext(MessagingModule.forService(name, url), { logger: false });
    const publishers = { delivery: await publisher('delivery'), customer: await publisher('customer') };
    const sql = new Pool({ connectionString: used, max: 4, options: '-c search_path=drip' });
    return new DripHarness(neighbours, app, sql, caller, publishers, used, database);
  }

  newTest(limits?: RequestContext['limits']): void {
    this.neighbours.reset();
    this.context = { accountId: newId('account'), requestId: newId('request'), deadline: 0, limits };
  }

  /** Calls the neighbours as drip does. */
  get client(): ContractClient {
    return this.caller.get(ContractClient);
  }

  call<R extends Rpc>(rpc: R, request: z.input<R['request']>): Promise<ResponseOf<R>> {
    return this.client.call(rpc, { ...this.context, deadline: Date.now() + 20_000 }, request);
  }

  /** Creates an enabled campaign and returns its id. */
  async campaign(more: Partial<NewCampaign> = {}): Promise<string> {
    const example = createDripCampaign.examples[0]!.request;
    return (await this.call(createDripCampaign, { ...example, enabled: true, ...more })).id;
  }

  /**
   * Publishes a message that triggers a campaign, as delivery does, until drip has handled it; returns the number of
   * attempts.
   */
  accepted(payload: Partial<PayloadOf<typeof messageAccepted>>): Promise<number> {
    const at = Math.floor(Date.now() / 1000);
    return this.publish(messageAccepted, { ...messageAccepted.examples[0]!, source: 'send', at, ...payload });
  }

  /** Publishes an event of delivery or of the customer service in the same way. */
  async publish<E extends DomainEvent>({ topic, publisher: by }: E, payload: PayloadOf<E>): Promise<number> {
    const { accountId, requestId } = this.context;
    const eventId = newId('event');
    const publisher = this.publishers[by === 'customer' ? by : 'delivery'].get<EventPublisher>(EVENT_PUBLISHER);
    const envelope = { eventId, topic, accountId, requestId, payload };
    // Other consumers are not running, so there is no confirmation to wait for.
    let attempts = 0;
    await waitFor(async () => {
      attempts++;
      await publisher.publish([envelope]);
      return (await this.sql.query('select from inbox where event_id = $1', [eventId])).rowCount === 1;
    });
    return attempts;
  }

  async stop(): Promise<void> {
    await this.sql.end();
    await this.caller.close();
    await this.publishers.delivery.close();
    await this.publishers.customer.close();
    await this.app.stop();
    await this.neighbours.stop();
    await this.database?.drop();
  }
}
