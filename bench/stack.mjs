// What the benchmarks stand on: PostgreSQL and RabbitMQ of their own (durable, as in production), the apps in processes of their own.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appNames, startApp } from '../scripts/lib/app-processes.mjs';
import { freePorts } from '../scripts/lib/ports.mjs';
import { ensureDatabase, startPostgres } from '../scripts/lib/postgres.mjs';
import { guardTemporary, startProcess } from '../scripts/lib/processes.mjs';
import { startRabbitmq } from '../scripts/lib/rabbitmq.mjs';

export const liveKey = 'live_bench_0123456789abcdefghij';
const bench = (file) => fileURLToPath(new URL(`./${file}`, import.meta.url));

/** Starts everything, runs `measure` with it, stops everything whatever happens. */
export async function withStack(measure) {
  const directory = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  // PostgreSQL does not run as root and has to get through.
  chmodSync(directory, 0o711);
  guardTemporary(directory);
  const stops = [];
  try {
    const postgres = await startPostgres({ directory: join(directory, 'pg') });
    stops.unshift(() => postgres.stop(5_000));
    await ensureDatabase(postgres, 'postrider');
    const rabbitmq = await startRabbitmq({ directory: join(directory, 'rabbitmq'), durable: false });
    stops.unshift(() => rabbitmq.stop(5_000));
    const keep = (running) => {
      stops.unshift(() => running.stop(6_000));
      return running;
    };
    const start = (file, environment) =>
      keep(
        startProcess(process.execPath, [bench(file)], {
          env: { ...process.env, NODE_OPTIONS: '', ...environment },
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        }),
      );
    return await measure({
      databaseUrl: postgres.urlOf('postrider'),
      amqpUrl: rabbitmq.amqpUrl,
      vhost: (name) => createVhost(rabbitmq, name),
      startSink: () => startSink(start),
      startInstallation: (options) =>
        startInstallation(keep, { databaseUrl: postgres.urlOf('postrider'), amqpUrl: rabbitmq.amqpUrl, ...options }),
      startScript: start,
    });
  } finally {
    for (const stop of stops) await stop().catch(() => undefined);
  }
}

async function createVhost({ amqpUrl, managementUrl, user, pass }, name) {
  const headers = {
    authorization: `Basic ${Buffer.from(`${user}:${pass}`).toString('base64')}`,
    'content-type': 'application/json',
  };
  await fetch(`${managementUrl}/api/vhosts/${name}`, { method: 'PUT', headers });
  await fetch(`${managementUrl}/api/permissions/${name}/${user}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ configure: '.*', write: '.*', read: '.*' }),
  });
  return `${amqpUrl}/${name}`;
}

/** The six apps, or those of `apps`, over RabbitMQ. Answers the API's base address. */
async function startInstallation(onStart, { databaseUrl, amqpUrl, smtpUrl, apps = appNames, environment = {} }) {
  const [port, ...healthPorts] = await freePorts(1 + apps.length);
  const shared = {
    DATABASE_URL: databaseUrl,
    AMQP_URL: amqpUrl,
    LOG_LEVEL: 'warn',
    PORT: String(port),
    BOOTSTRAP_LIVE_KEY: liveKey,
    BOOTSTRAP_TEST_KEY: liveKey.replace('live', 'test'),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    DEFAULT_SMTP_URL: smtpUrl,
    NODE_ENV: 'development',
    ...environment,
  };
  const processes = await Promise.all(
    apps.map(async (app, index) => [
      app,
      await startApp(app, { healthPort: healthPorts[index], environment: shared, onStart }),
    ]),
  );
  return { port, api: `http://127.0.0.1:${port}/api/v1`, processes: Object.fromEntries(processes) };
}

/** A mail server that takes everything and keeps nothing, in a process of its own; `count()` asks how many mails it took. */
async function startSink(start) {
  const sink = start('sink.mjs', {});
  const { port } = await message(sink.child, (received) => received.port);
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    async count() {
      sink.child.send('count');
      return (await message(sink.child, (received) => received.count !== undefined)).count;
    },
  };
}

function message(child, fits) {
  return new Promise((resolve) => {
    const listen = (received) => {
      if (!fits(received)) return;
      child.off('message', listen);
      resolve(received);
    };
    child.on('message', listen);
  });
}

export const get = (api, path) => request(api, 'GET', path);
export const post = (api, path, body) => request(api, 'POST', path, body);

async function request(api, method, path, body) {
  const headers = {
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from(`${liveKey}:`).toString('base64')}`,
  };
  const response = await fetch(`${api}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
export const perSecond = (value) => `${Math.round(value)}/s`;
