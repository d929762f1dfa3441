import { randomBytes, randomUUID } from 'node:crypto';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase, FakeServices } from '@postrider/testing';
import { Client } from 'pg';
import { gatewayDatabase } from '../database.js';
import type { RunningGateway } from '../gateway.js';
import { startGateway } from '../gateway.js';

/** The response. `body` is the parsed JSON, or empty if it is not JSON. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export interface CallOptions {
  readonly method?: string;
  /** Sent as JSON, except strings and bytes. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The key of the request; null for none. */
  readonly key?: string | null;
}

export const liveKey = 'live_0123456789abcdefghij';
export const testKey = 'test_0123456789abcdefghij';

/** A real gateway with its own database, in front of fake services. */
export class GatewayUnderTest {
  private constructor(
    readonly gateway: RunningGateway,
    readonly services: FakeServices,
    private readonly database: TestDatabase,
  ) {}

  /** `throughTo` can replace the URL of the database, for example with that of a proxy. */
  static async start(
    environment: Record<string, string> = {},
    throughTo: (url: string) => string | Promise<string> = (url) => url,
  ): Promise<GatewayUnderTest> {
    const database = await createTestDatabase(gatewayDatabase);
    const amqp = `memory:${randomUUID()}`;
    const services = await FakeServices.start(amqp);
    const gateway = await startGateway({
      AMQP_URL: amqp,
      DATABASE_URL: await throughTo(database.url),
      HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      PORT: '0',
      SECRETS_KEY: randomBytes(32).toString('base64'),
      BOOTSTRAP_LIVE_KEY: liveKey,
      BOOTSTRAP_TEST_KEY: testKey,
      ...environment,
    });
    return new GatewayUnderTest(gateway, services, database);
  }

  /** For commands, which connect to the database directly. */
  get databaseUrl(): string {
    return this.database.url;
  }

  get port(): number {
    return Number(new URL(this.gateway.url).port);
  }

  /** Sends a request with the live key; `path` is relative to `/api/v1`. */
  async call(path: string, { method, body, headers = {}, key = liveKey }: CallOptions = {}): Promise<ApiResponse> {
    const raw =
      typeof body === 'string' ||
      body instanceof Uint8Array ||
      body instanceof FormData ||
      body instanceof ReadableStream;
    const response = await fetch(`${this.gateway.url}/api/v1${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...(key === null ? {} : { authorization: basic(key) }), ...headers },
      ...(body === undefined ? {} : { body: raw ? (body as RequestInit['body'] & string) : JSON.stringify(body) }),
      ...(body instanceof ReadableStream ? ({ duplex: 'half' } as RequestInit) : {}),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  }

  async sql<Row>(query: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.database.url });
    await client.connect();
    try {
      return (await client.query(query, [...parameters])).rows as Row[];
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await this.services.stop();
    await this.database.drop();
  }
}

export const basic = (key: string, password = ''): string =>
  `Basic ${Buffer.from(`${key}:${password}`).toString('base64')}`;

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
