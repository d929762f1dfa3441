import { randomBytes, randomUUID } from 'node:crypto';
import type { DripCampaignResource, DripMemberResource, LogEventResource, LogResource } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import type { RunningApp } from '@postrider/service';
import { startService } from '@postrider/service';
import { createTestDatabase, SmtpSink, waitFor } from '@postrider/testing';
import { customerService } from '../../../customer/src/customer.module.js';
import { deliveryService } from '../../../delivery/src/delivery.module.js';
import { dripService } from '../../../drip/src/drip.module.js';
import { startGateway } from '../../../gateway/src/gateway.js';
import { templateService } from '../../../template/src/template.module.js';
import { trackingService } from '../../../tracking/src/tracking.service-definition.js';
import { databases } from '../databases.js';
import { MovableClock } from './movable-clock.js';

export const day = 24 * 3600;
const [liveKey, testKey] = ['live_0123456789abcdefghij', 'test_0123456789abcdefghij'];
const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };

export interface ApiResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** An installation whose clock and services a test controls, with helpers for specs of campaigns over HTTP. */
export class DripSystem {
  private readonly services = new Map<string, RunningApp>();

  private constructor(
    readonly clock: MovableClock,
    readonly sink: SmtpSink,
    private readonly environment: Readonly<Record<string, string>>,
    private readonly close: () => Promise<void>,
    private url = '',
  ) {}

  static async start(): Promise<DripSystem> {
    const [database, sink] = await Promise.all([createTestDatabase(...Object.values(databases)), SmtpSink.start()]);
    const clock = await MovableClock.install(database.url);
    const environment = {
      DATABASE_URL: database.url,
      DATABASE_POOL: '4',
      AMQP_URL: `memory:${randomUUID()}`,
      LOG_LEVEL: 'silent',
      HEALTH_PORT: '0',
      SECRETS_KEY: randomBytes(32).toString('base64'),
    };
    const system = new DripSystem(clock, sink, environment, async () => {
      await clock.remove();
      await sink.close();
      await database.drop();
    });
    for (const name of ['template', 'delivery', 'tracking', 'customer', 'drip'] as const)
      await system.startService(name);
    const gateway = await startGateway({
      ...environment,
      HOST: '127.0.0.1',
      PORT: '0',
      BOOTSTRAP_LIVE_KEY: liveKey!,
      BOOTSTRAP_TEST_KEY: testKey!,
    });
    system.services.set('gateway', gateway);
    system.url = gateway.url;
    return system;
  }

  async startService(name: 'template' | 'delivery' | 'tracking' | 'customer' | 'drip'): Promise<void> {
    const shared = this.environment;
    const start = {
      template: () => startService(templateService, shared),
      tracking: () => startService(trackingService, shared),
      customer: () => startService(customerService, shared),
      drip: () => startService(dripService, shared),
      delivery: () =>
        startService(deliveryService, {
          ...shared,
          DATABASE_URL: this.clock.databaseUrl,
          DRAIN_SECONDS: '3',
          POLL_MS: '50',
          RETRY_DELAYS_SECONDS: '1,1',
          DEFAULT_SMTP_URL: `smtp://127.0.0.1:${this.sink.port}`,
        }),
    }[name];
    this.services.set(name, await start());
  }

  async stopService(name: string): Promise<void> {
    await this.services.get(name)?.stop();
    this.services.delete(name);
  }

  async stop(): Promise<void> {
    for (const name of [...this.services.keys()].toReversed()) await this.stopService(name);
    await this.close();
  }

  async call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    { key = liveKey!, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
  ): Promise<ApiResponse<Body>> {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { ...headers, authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  }

  callWithTestKey<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<ApiResponse<Body>> {
    return this.call(method, path, body, { key: testKey! });
  }

  async template(subject = 'Hello {{name}}'): Promise<string> {
    const { body } = await this.call<{ id: string }>('POST', '/templates', {
      name: subject,
      subject,
      text: 'Dear {{name}}',
    });
    return body.id;
  }

  /** Creates an enabled campaign with one step per template, each `delay` after the previous one. */
  async campaign(templates: readonly string[], more: object = {}, delay = day): Promise<DripCampaignResource> {
    const { body } = await this.call<{ drip_campaign: DripCampaignResource }>('POST', '/drip_campaigns', {
      name: 'Onboarding',
      enabled: true,
      drip_steps: templates.map((email_id) => ({ email_id, delay_seconds: delay })),
      ...more,
    });
    return body.drip_campaign;
  }

  async change(id: string, changes: object): Promise<DripCampaignResource> {
    const { status, body } = await this.call<{ drip_campaign: DripCampaignResource }>(
      'PUT',
      `/drip_campaigns/${id}`,
      changes,
    );
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.drip_campaign;
  }

  newAddress(): string {
    return `${newId('request')}@example.com`;
  }

  activate(id: string, address: string, more: object = {}, headers: Record<string, string> = {}) {
    const body = { recipient: { address, name: 'Ada' }, sender, email_data: { name: 'Ada' }, ...more };
    return this.call<Record<string, unknown> & { message: string }>('POST', `/drip_campaigns/${id}/activate`, body, {
      headers,
    });
  }

  deactivate(id: string, address: string) {
    return this.call<{ message: string }>('POST', `/drip_campaigns/${id}/deactivate`, { recipient_address: address });
  }

  /** Newest first. */
  async logs(address: string): Promise<readonly LogResource[]> {
    return (await this.call<{ logs: LogResource[] }>('GET', `/customers/${address}/logs`)).body.logs;
  }

  async events(logId: string): Promise<readonly LogEventResource[]> {
    return (await this.call<LogEventResource[]>('GET', `/logs/${logId}/events`)).body;
  }

  async members(id: string, query = ''): Promise<readonly DripMemberResource[]> {
    return (await this.call<{ data: DripMemberResource[] }>('GET', `/drip_campaigns/${id}/members${query}`)).body.data;
  }

  /** Subjects of received emails, oldest first. */
  subjectsTo(address: string): readonly string[] {
    return this.sink.mails
      .filter(({ to }) => to.includes(address))
      .map(({ raw }) => /^Subject: (.*)$/m.exec(raw.toString())![1]!.trim());
  }

  /** Waits until the logs have these statuses, newest first. */
  async untilStatuses(address: string, ...statuses: string[]): Promise<void> {
    const seen = async (): Promise<string[]> => (await this.logs(address)).map(({ status }) => status);
    await waitFor(async () => (await seen()).join() === statuses.join(), {
      what: `the logs of ${address} to be ${statuses.join()}`,
    });
  }
}
