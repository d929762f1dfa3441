import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestVhost } from '@postrider/testing';
import { createTestDatabase, createTestVhost, waitFor } from '@postrider/testing';

export const liveKey = 'live_e2e_0123456789abcdefghijkl';
export const testKey = 'test_e2e_0123456789abcdefghijkl';

export const appNames = ['gateway', 'template', 'delivery', 'tracking', 'customer', 'drip'] as const;
export type AppName = (typeof appNames)[number];

/** How the built product runs: all apps in one process over `memory:`, or each in its own over RabbitMQ. */
export type Mode = 'standalone' | 'processes';
export const modes: readonly Mode[] = ['standalone', 'processes'];

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

interface Options {
  /** Where mail goes for accounts without an ESP account. */
  readonly smtpUrl: string;
  readonly environment?: Record<string, string>;
}

const startWithinMs = 90_000;

/** A running Postrider, used as its callers use it: over HTTP. */
export class Installation {
  private readonly processes = new Map<string, ChildProcess>();
  private readonly output: string[] = [];

  private constructor(
    readonly mode: Mode,
    readonly databaseUrl: string,
    readonly amqpUrl: string,
    /** Where its processes meet, and the faults that can be injected there; none in one process. */
    readonly vhost: TestVhost | undefined,
    private readonly port: number,
    private readonly environment: Record<string, string>,
    private readonly healthPorts: ReadonlyMap<string, number>,
    private readonly release: () => Promise<void>,
  ) {}

  static async start(mode: Mode, { smtpUrl, environment = {} }: Options): Promise<Installation> {
    const database = await createTestDatabase();
    const vhost = mode === 'processes' ? await createTestVhost() : undefined;
    const directory = await mkdtemp(join(tmpdir(), 'postrider-e2e-'));
    const [port, ...healthPorts] = await freePorts(1 + appNames.length);
    const shared = {
      DATABASE_URL: database.url,
      AMQP_URL: vhost?.url ?? 'memory:',
      SECRETS_KEY: randomBytes(32).toString('base64'),
      BOOTSTRAP_LIVE_KEY: liveKey,
      BOOTSTRAP_TEST_KEY: testKey,
      DEFAULT_SMTP_URL: smtpUrl,
      SMTP_ALLOWED_NETWORKS: '127.0.0.0/8',
      SMTP_ALLOWED_PORTS: new URL(smtpUrl).port,
      PORT: String(port),
      DATA_DIR: directory,
      LOG_LEVEL: 'warn',
      ...environment,
    };
    const installation = new Installation(
      mode,
      database.url,
      shared.AMQP_URL,
      vhost,
      port!,
      shared,
      new Map(appNames.map((app, index) => [app, healthPorts[index]!])),
      async () => {
        await Promise.all([database.drop(), vhost?.drop(), rm(directory, { recursive: true, force: true })]);
      },
    );
    try {
      await Promise.all((mode === 'standalone' ? ['standalone'] : appNames).map((app) => installation.startApp(app)));
      await waitFor(
        () =>
          installation.get('/templates').then(
            ({ status }) => status === 200,
            () => false,
          ),
        { timeoutMs: startWithinMs, what: `the ${mode} installation to answer` },
      );
    } catch (error) {
      await installation.stop();
      throw new Error(`${(error as Error).message}\n${installation.output.join('')}`, { cause: error });
    }
    return installation;
  }

  /** Starts an app (again) and waits until it is ready. */
  async startApp(app: string): Promise<void> {
    const healthPort = this.healthPorts.get(app);
    const child = spawn(process.execPath, ['--enable-source-maps', resolve('dist/apps', app, 'src/main.js')], {
      env: { ...process.env, NODE_OPTIONS: '', ...this.environment, HEALTH_PORT: String(healthPort ?? 0) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.output.push(chunk.toString());
      });
    this.processes.set(app, child);
    if (healthPort === undefined) return;
    const ready = async (): Promise<boolean> => {
      if (child.exitCode !== null) throw new Error(`${app} stopped while it was starting`);
      return fetch(`http://127.0.0.1:${healthPort}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    };
    await waitFor(ready, { timeoutMs: startWithinMs, what: `${app} to be ready` });
  }

  /** Ends an app's process with a signal and waits until it is gone. */
  async endApp(app: AppName | 'standalone', signal: NodeJS.Signals): Promise<void> {
    const child = this.processes.get(app);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve_) => {
      child.once('exit', () => resolve_());
    });
    child.kill(signal);
    await gone;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.processes.keys()].map((app) => this.endApp(app as AppName, 'SIGTERM')));
    await this.release();
  }

  get api(): string {
    return `http://127.0.0.1:${this.port}/api/v1`;
  }

  /** Everything the processes printed. */
  get log(): string {
    return this.output.join('');
  }

  get<Body = Record<string, unknown>>(path: string, key: string | undefined = liveKey): Promise<Answer<Body>> {
    return this.request<Body>('GET', path, undefined, key);
  }

  post<Body = Record<string, unknown>>(
    path: string,
    body: unknown,
    key: string | undefined = liveKey,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    return this.request<Body>('POST', path, JSON.stringify(body), key, headers);
  }

  /** `Body` is what the caller expects; the assertions on it are the check. */
  async request<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: string,
    key?: string,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(`${this.api}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key ? { authorization: `Basic ${btoa(`${key}:`)}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parse(text) as Body };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve_) => {
        server.listen(0, '127.0.0.1', resolve_);
      });
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(
    servers.map(
      (server) =>
        new Promise((resolve_) => {
          server.close(resolve_);
        }),
    ),
  );
  return ports;
}
