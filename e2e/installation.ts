import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestVhost } from '@postrider/testing';
import { createTestDatabase, createTestVhost, DescribedResponses } from '@postrider/testing';
import { Installation } from '../scripts/lib/installation.mjs';

/** All apps in one process over `memory:`, or each app in its own process over RabbitMQ. */
export type Mode = 'standalone' | 'processes';
export const modes: readonly Mode[] = ['standalone', 'processes'];

export interface ApiResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

interface Options {
  /** SMTP server for accounts without an ESP account. */
  readonly smtpUrl: string;
  readonly environment?: Record<string, string>;
}

/** A running Postrider with its own database and virtual host, used over HTTP. */
export class Postrider {
  private described: Promise<DescribedResponses> | undefined;

  private constructor(
    private readonly installation: Installation,
    readonly databaseUrl: string,
    readonly amqpUrl: string,
    /** The virtual host of its processes, for fault injection. Undefined in standalone mode. */
    readonly vhost: TestVhost | undefined,
    private readonly lines: readonly string[],
    private readonly release: () => Promise<void>,
  ) {}

  static async start(mode: Mode, { smtpUrl, environment = {} }: Options): Promise<Postrider> {
    const database = await createTestDatabase();
    const vhost = mode === 'processes' ? await createTestVhost() : undefined;
    const directory = await mkdtemp(join(tmpdir(), 'postrider-e2e-'));
    const release = async (): Promise<void> => {
      await Promise.all([database.drop(), vhost?.drop(), rm(directory, { recursive: true, force: true })]);
    };
    const amqpUrl = vhost?.url ?? 'memory:';
    const lines: string[] = [];
    try {
      const installation = await Installation.start({
        variables: {
          // The installation creates a role for each app.
          DATABASE_URL: database.superuserUrl,
          AMQP_URL: amqpUrl,
          DATA_DIR: directory,
          DEFAULT_SMTP_URL: smtpUrl,
        },
        ...(mode === 'standalone' && { apps: ['standalone'] }),
        environment: {
          SMTP_ALLOWED_NETWORKS: '127.0.0.0/8',
          SMTP_ALLOWED_PORTS: new URL(smtpUrl).port,
          ...environment,
        },
        onLine: (name, line) => lines.push(`[${name}] ${line}`),
      });
      return new Postrider(installation, database.superuserUrl, amqpUrl, vhost, lines, release);
    } catch (error) {
      await release();
      throw new Error(`${(error as Error).message}\n${lines.join('\n')}`, { cause: error });
    }
  }

  get api(): string {
    return this.installation.api;
  }

  /** Authentication headers of the first account. */
  get headers(): Readonly<Record<string, string>> {
    return this.installation.headers;
  }

  get liveKey(): string {
    return this.installation.liveKey;
  }

  get testKey(): string {
    return this.installation.testKey;
  }

  /** Restarts an app and waits until it is ready. */
  startApp(app: string): Promise<void> {
    return this.installation.startApp(app);
  }

  /** Ended processes and the last lines of output, for error messages. */
  get state(): string {
    const ended = this.installation.ended;
    return [`ended: ${ended.join(', ') || 'no process'}`, ...this.lines.slice(-20)].join('\n');
  }

  /** Sends a signal to an app's process and waits until it has exited. */
  async endApp(app: string, signal: NodeJS.Signals): Promise<void> {
    await this.installation.end(app, signal);
  }

  async stop(): Promise<void> {
    await this.installation.stop();
    await this.release();
  }

  get<Body = Record<string, unknown>>(path: string, key = this.installation.liveKey): Promise<ApiResponse<Body>> {
    return this.request<Body>('GET', path, undefined, key);
  }

  post<Body = Record<string, unknown>>(
    path: string,
    body: unknown,
    key = this.installation.liveKey,
  ): Promise<ApiResponse<Body>> {
    return this.request<Body>('POST', path, JSON.stringify(body), key);
  }

  /** Checks every answer against the OpenAPI description. `Body` is not checked; assert on it. */
  async request<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: string,
    key?: string,
  ): Promise<ApiResponse<Body>> {
    const response = await fetch(`${this.api}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key ? { authorization: `Basic ${btoa(`${key}:`)}` } : {}),
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await readText(response);
    const parsedBody = parse(text);
    this.described ??= this.loadDescription();
    const faults = (await this.described).findProblems(method, path, response.status, parsedBody);
    if (faults.length > 0) throw new Error(`The answer does not match the OpenAPI description: ${faults.join('; ')}`);
    return { status: response.status, headers: response.headers, body: parsedBody as Body };
  }

  private async loadDescription(): Promise<DescribedResponses> {
    const docs = new URL('/docs/openapi.json', this.api);
    const description = (await (await fetch(docs)).json()) as ConstructorParameters<typeof DescribedResponses>[0];
    return new DescribedResponses(description);
  }
}

/** Reads only the first chunk of an event stream, which has no end. */
async function readText(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return Buffer.from(value ?? []).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
