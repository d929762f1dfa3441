import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '@postrider/concurrency';
import type { Metric, OpenMetricsContentType } from 'prom-client';
import { Gauge, Registry, collectDefaultMetrics, register } from 'prom-client';
import type { ConnectionState, RpcTransport } from '@postrider/messaging';
import type { DataSource } from 'typeorm';

/** True, or false or the reason for a failure. */
type CheckResult = boolean | string;

/** A dependency of an app; `check` throws or returns anything but true while it is unavailable. */
export interface HealthCheck {
  readonly name: string;
  check(): Promise<CheckResult> | CheckResult;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, boolean>>;
  /** The known reasons. */
  readonly problems?: Readonly<Record<string, string>>;
}

const readiness = new Gauge({
  name: 'postrider_ready',
  help: 'Whether each check of /health/ready passes: 1 or 0',
  labelNames: ['check'],
});
const clock = new Gauge({
  name: 'postrider_clock_seconds',
  help: 'The time by the clock of this process, as Unix seconds',
});

const checkTimeoutMs = 2_000;
const readyPollMs = 25;

/** The readiness of an app, and whether it is stopping. */
export class Health {
  private stopping = false;

  constructor(private readonly checks: readonly HealthCheck[]) {}

  stop(): void {
    this.stopping = true;
  }

  get isStopping(): boolean {
    return this.stopping;
  }

  async ready(): Promise<Readiness> {
    const results = await Promise.all(
      this.checks.map(async ({ name, check }) => [name, await runCheck(check)] as const),
    );
    const checks = {
      ...Object.fromEntries(results.map(([name, result]) => [name, result === true])),
      ...(this.stopping ? { stopping: false } : {}),
    };
    const problems = results.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return {
      ready: Object.values(checks).every(Boolean),
      checks,
      ...(problems.length > 0 ? { problems: Object.fromEntries(problems) } : {}),
    };
  }

  /** Waits up to `ms` milliseconds until the app is ready; returns whether it is. */
  async readyWithin(ms: number): Promise<boolean> {
    const deadline = Date.now() + ms;
    while (!(await this.ready()).ready) {
      if (Date.now() >= deadline) return false;
      await sleep(readyPollMs);
    }
    return true;
  }
}

async function runCheck(check: HealthCheck['check']): Promise<CheckResult> {
  try {
    return await within(Promise.resolve(check()), checkTimeoutMs, () => false);
  } catch {
    return false;
  }
}

/** Includes the readiness checks, so that alerts can distinguish a missing database from a missing broker. */
async function showMetrics(health: Health, accept: string | undefined): Promise<{ type: string; text: string }> {
  const { checks } = await health.ready();
  for (const [check, passed] of Object.entries(checks)) readiness.set({ check }, passed ? 1 : 0);
  clock.set(Date.now() / 1000);
  return exposition(accept);
}

/** Serves `/health/live`, `/health/ready` (503 names the failed check) and `/metrics` on a separate port. */
export async function serveHealth(health: Health, port: number, host?: string): Promise<Server> {
  if (register.getSingleMetric('process_cpu_user_seconds_total') === undefined) collectDefaultMetrics();
  const server = createServer((request, response) => {
    const respond = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    const failed = (): void => respond(500, 'text/plain', 'internal error\n');
    if (request.url === '/health/live') respond(200, 'application/json', '{"live":true}\n');
    else if (request.url === '/health/ready')
      health
        .ready()
        .then((state) => respond(state.ready ? 200 : 503, 'application/json', `${JSON.stringify(state)}\n`), failed);
    else if (request.url === '/metrics')
      showMetrics(health, request.headers.accept).then(({ type, text }) => respond(200, type, text), failed);
    else respond(404, 'text/plain', 'not found\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use; set HEALTH_PORT to another.`) : error),
    );
    server.listen(port, host, () => resolve());
  });
  return server;
}

/** The metrics of this process in the format that `accept` requests; only OpenMetrics has exemplars. */
export async function exposition(accept = ''): Promise<{ type: string; text: string }> {
  if (!accept.includes('application/openmetrics-text'))
    return { type: register.contentType, text: await register.metrics() };
  const openMetrics = new Registry<OpenMetricsContentType>();
  openMetrics.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  // This registry renames counters when it writes them, so it gets copies.
  for (const metric of register.getMetricsAsArray())
    openMetrics.registerMetric(Object.create(metric, { name: { value: metric.name, writable: true } }) as Metric);
  return { type: openMetrics.contentType, text: await openMetrics.metrics() };
}

export const databaseCheck = (database: DataSource): HealthCheck => ({
  name: 'database',
  check: async () => {
    await database.query('select 1');
    return true;
  },
});

/** Parts of the memory transport have no connection. */
export function connectionCheck(name: string, part: Partial<ConnectionState> | RpcTransport): HealthCheck[] {
  return 'isConnected' in part && part.isConnected
    ? [{ name, check: () => part.isConnected?.() || part.problem || false }]
    : [];
}
