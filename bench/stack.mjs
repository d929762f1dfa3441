// Servers of the benchmarks: durable PostgreSQL and RabbitMQ as in production, and the apps as separate processes.
import { fork } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as qp from 'nodemailer/lib/qp';
import { Client } from 'pg';
import { Failure } from '../scripts/lib/failure.mjs';
import { Installation } from '../scripts/lib/installation.mjs';
import { ensureDatabase, startPostgres } from '../scripts/lib/postgres.mjs';
import { freePorts, whyNotListen } from '../scripts/lib/ports.mjs';
import { guardTemporary, startProcess } from '../scripts/lib/processes.mjs';
import { startRabbitmq } from '../scripts/lib/rabbitmq.mjs';
import { requireRabbitmq } from '../scripts/lib/machine-tools.mjs';

const keptWalMb = 768;
const pollMs = 10;
/** After this many polls without an email, no more are expected. */
const maxLooks = 200;
const bench = (/** @type {string} */ file) => fileURLToPath(new URL(`./${file}`, import.meta.url));

/**
 * Starts the servers, runs `measure`, and always stops them.
 *
 * @param {(stack: ReturnType<typeof createStack>) => unknown} measure
 * @param {{ postgresSettings?: readonly string[] }} options `postgresSettings`: as `name=value`
 */
export async function withStack(measure, { postgresSettings = [] } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  // PostgreSQL does not run as root and needs access.
  chmodSync(directory, 0o711);
  guardTemporary(directory);
  /** @type {Stops} */
  const stops = [];
  try {
    const postgres = await startPostgres({
      directory: join(directory, 'pg'),
      settings: [`min_wal_size=${keptWalMb}MB`, ...postgresSettings],
    });
    stops.unshift(() => postgres.stop(5_000));
    await ensureDatabase(postgres, 'postrider');
    await keepWriteAheadLog(postgres.getUrl('postrider'));
    const server = await requireRabbitmq(console.log);
    const rabbitmq = await startRabbitmq({ directory: join(directory, 'rabbitmq'), server, durable: false });
    stops.unshift(() => rabbitmq.stop(5_000));
    return await measure(createStack({ directory, postgres, rabbitmq, stops }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    return undefined;
  } finally {
    for (const stop of stops) await stop().catch(() => undefined);
  }
}

/**
 * Start functions for benchmarks; each adds its stop function to `stops`.
 *
 * @typedef {(() => Promise<unknown>)[]} Stops
 * @typedef {Parameters<typeof Installation.start>[0]} InstallationOptions
 * @param {{
 *   directory: string,
 *   postgres: Awaited<ReturnType<typeof startPostgres>>,
 *   rabbitmq: Awaited<ReturnType<typeof startRabbitmq>>,
 *   stops: Stops,
 * }} servers
 */
function createStack({ directory, postgres, rabbitmq, stops }) {
  /**
   * @template {{ stop(afterMs: number): Promise<unknown> }} Running
   * @param {Running} running
   */
  const keep = (running) => {
    stops.unshift(() => running.stop(6_000));
    return running;
  };
  const start = (/** @type {string} */ file, /** @type {NodeJS.ProcessEnv} */ environment) =>
    keep(
      startProcess(process.execPath, [bench(file)], {
        env: { ...process.env, NODE_OPTIONS: '', ...environment },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }),
    );
  const startInstallation = async (
    /** @type {{ smtpUrl: string, amqpUrl?: string } & Omit<InstallationOptions, 'variables'>} */ {
      smtpUrl,
      amqpUrl = rabbitmq.amqpUrl,
      ...options
    },
  ) => {
    const variables = {
      DATABASE_URL: postgres.getUrl('postrider'),
      AMQP_URL: amqpUrl,
      DATA_DIR: directory,
      DEFAULT_SMTP_URL: smtpUrl,
    };
    // Without source maps, as in production.
    // The rate limit is active but never reached.
    const environment = { NODE_OPTIONS: '', RATE_LIMIT_PER_SECOND: '1000000', ...options.environment };
    return keep(await Installation.start({ variables, ...options, environment }));
  };
  return {
    databaseUrl: postgres.getUrl('postrider'),
    amqpUrl: rabbitmq.amqpUrl,
    vhost: (/** @type {string} */ name) => createVhost(rabbitmq, name),
    directory,
    stops,
    startRedis: () => startRedis(directory, keep),
    startSink: (/** @type {NodeJS.ProcessEnv} */ environment = {}) => startSink(start, environment),
    startInstallation,
    startScript: start,
    /** A database connection that is closed with the stack. */
    async connect(schema = 'public') {
      const sql = new Client({ connectionString: postgres.getUrl('postrider'), options: `-c search_path=${schema}` });
      sql.on('error', () => undefined);
      await sql.connect();
      stops.unshift(() => sql.end());
      return sql;
    },
    /**
     * Starts a mail server and an installation that sends to it; also returns a database connection and the body of a
     * receipt send.
     *
     * @param {Partial<Parameters<typeof startInstallation>[0]>} [options]
     */
    async ready(options) {
      const sink = await startSink(start);
      const postrider = await startInstallation({ smtpUrl: sink.url, ...options });
      const { id: template } = await postrider.post('/templates', example('template'));
      return { sink, postrider, sql: await this.connect(), template, body: { ...example('send'), template } };
    },
  };
}

/**
 * Preallocates WAL files. A running server reuses those that a checkpoint kept; a new one creates each of 16 MB during
 * a commit, which costs 40 ms of CPU time.
 */
async function keepWriteAheadLog(/** @type {string} */ connectionString) {
  const sql = new Client({ connectionString });
  await sql.connect();
  try {
    for (let mb = 0; mb < keptWalMb; mb += 16)
      // Separate statements: a WAL switch does nothing without writes since the last one.
      await sql.query("select pg_logical_emit_message(false, 'bench', ''); select pg_switch_wal()");
    await sql.query('checkpoint');
  } finally {
    await sql.end();
  }
}

async function createVhost(
  /** @type {Awaited<ReturnType<typeof startRabbitmq>>} */ { amqpUrl, managementUrl, user, pass },
  /** @type {string} */ name,
) {
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

/**
 * A mail server in its own process that accepts and discards everything; `count()` returns the number of accepted
 * emails.
 */
async function startSink(
  /** @type {(file: string, environment: NodeJS.ProcessEnv) => import('../scripts/lib/processes.mjs').Started} */ start,
  /** @type {NodeJS.ProcessEnv} */ environment = {},
) {
  const sink = start('sink.mjs', environment);
  const port = await numberFrom(sink.child, 'port');
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    async count() {
      sink.child.send('count');
      return numberFrom(sink.child, 'count');
    },
    /** The `X-Bench-ID` of accepted emails, with SINK_IDS. @returns {Promise<string[]>} */
    ids: () =>
      new Promise((resolve) => {
        const listen = (/** @type {{ ids?: string[] }} */ { ids }) => {
          if (ids === undefined) return;
          sink.child.off('message', listen);
          resolve(ids);
        };
        sink.child.on('message', listen);
        sink.child.send('ids');
      }),
  };
}

/**
 * Debian's Redis, which flushes each command to the disk.
 *
 * @param {string} directory
 * @param {(running: import('../scripts/lib/processes.mjs').Started) => unknown} keep
 */
async function startRedis(directory, keep) {
  const [port] = await freePorts(1);
  const settings = ['--port', String(port), '--dir', directory, '--appendonly', 'yes', '--appendfsync', 'always'];
  const started = startProcess('redis-server', [...settings, '--save', '', '--maxmemory-policy', 'noeviction'], {
    stdio: 'ignore',
  });
  keep(started);
  while ((await whyNotListen(port)) === undefined) {
    if (!started.isRunning()) throw new Failure('This benchmark needs redis-server: apt-get install redis-server');
    await sleep(pollMs);
  }
  return port;
}

/** Resolves to the next number of this name that the sink sends. */
function numberFrom(
  /** @type {import('node:child_process').ChildProcess} */ child,
  /** @type {'port' | 'count'} */ name,
) {
  /** @type {Promise<number>} */
  const found = new Promise((resolve) => {
    const listen = (/** @type {{ port?: number, count?: number }} */ { [name]: value }) => {
      if (value === undefined) return;
      child.off('message', listen);
      resolve(value);
    };
    child.on('message', listen);
  });
  return found;
}

/**
 * The measured email, examples/receipt. `template`: body of POST /templates; `send`: body of POST /send without the
 * template's id.
 */
export const example = (/** @type {string} */ file) =>
  JSON.parse(readFileSync(new URL(`../examples/receipt/${file}.json`, import.meta.url), 'utf8'));

/**
 * One run of load.mjs against an installation; times in milliseconds.
 *
 * @typedef {{ perSecond: number, p50: number, p99: number, answered: number, failed: number, cpuMs: number, acknowledged: string[] }} Load `acknowledged`: of `unique`
 * @typedef {{
 *   path?: string,
 *   type?: string,
 *   body: unknown,
 *   unique?: string,
 *   keyed?: boolean,
 *   connections?: number,
 *   seconds: number,
 *   rate?: number,
 * }} LoadOptions `type`: of a body that is text, not JSON; `keyed`: with an Idempotency-Key
 * @param {{ port: number, liveKey: string }} installation
 * @param {LoadOptions} options
 * @returns {Promise<Load>}
 */
export function runLoad(
  { port, liveKey },
  {
    path = '/api/v1/send',
    type = 'application/json',
    body,
    unique,
    keyed = false,
    connections = 64,
    seconds,
    rate = 0,
  },
) {
  return new Promise((resolve, reject) => {
    const child = fork(bench('load.mjs'), {
      env: {
        ...process.env,
        LOAD_PORT: String(port),
        LOAD_PATH: path,
        LOAD_TYPE: type,
        LOAD_BODY: typeof body === 'string' ? body : JSON.stringify(body),
        ...(unique !== undefined && { LOAD_UNIQUE: unique }),
        ...(keyed && { LOAD_KEYED: 'true' }),
        LOAD_KEY: liveKey,
        LOAD_CONNECTIONS: String(connections),
        LOAD_SECONDS: String(seconds),
        LOAD_PER_SECOND: String(rate),
      },
    });
    child.once('message', (load) => resolve(/** @type {Load} */ (load)));
    child.once('error', reject);
  });
}

/**
 * One run of submit.mjs against an SMTP server; times in milliseconds.
 *
 * @param {{ port: number, key?: string }} server `key`: the password of a login
 * @param {{ mail: string, connections?: number, recipients?: number, seconds: number, keepsIds?: boolean }} options `mail`: with its header
 *   and the final dot; each `unique-id` is replaced
 * @returns {Promise<Load & { ids: string[] }>}
 */
export function runSubmit({ port, key }, { mail, connections = 64, recipients = 1_000, seconds, keepsIds = false }) {
  return new Promise((resolve, reject) => {
    const child = fork(bench('submit.mjs'), {
      env: {
        ...process.env,
        SUBMIT_PORT: String(port),
        ...(key !== undefined && { SUBMIT_KEY: key }),
        SUBMIT_MAIL: mail,
        SUBMIT_CONNECTIONS: String(connections),
        SUBMIT_RECIPIENTS: String(recipients),
        SUBMIT_SECONDS: String(seconds),
        ...(keepsIds && { SUBMIT_IDS: 'true' }),
      },
    });
    child.once('message', (load) => resolve(/** @type {Load & { ids: string[] }} */ (load)));
    child.once('error', reject);
  });
}

/** An email in MIME for `runSubmit`. `unique-id` has to begin a line of its content. */
export function buildMime(/** @type {{ html: string, text: string, subject: string }} */ { html, text, subject }) {
  const part = (/** @type {string} */ type, /** @type {string} */ body) =>
    [
      '--bench',
      `Content-Type: ${type}; charset=utf-8`,
      'Content-Transfer-Encoding: quoted-printable',
      '',
      qp.wrap(qp.encode(body.replaceAll('\n', '\r\n'))),
    ].join('\r\n');
  return [
    'From: Acme <shop@acme.example>',
    'To: ada@example.com',
    `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
    'Message-ID: <unique-id@bench.example>',
    'X-Bench-ID: unique-id',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=bench',
    '',
    part('text/plain', text),
    part('text/html', html),
    '--bench--',
    '.',
    '',
  ].join('\r\n');
}

/** Emails per second from the first to the last of `count` arrivals after `begin`. */
export async function drained(
  /** @type {Sink} */ sink,
  /** @type {number} */ count,
  /** @type {() => unknown} */ begin,
) {
  const before = await sink.count();
  await begin();
  while ((await sink.count()) === before) await sleep(5);
  const startedAt = performance.now();
  const first = await sink.count();
  let arrived = first;
  for (let still = 0; still < maxLooks;) {
    await sleep(pollMs);
    const now = await sink.count();
    if (now >= before + count) return (now - first) / ((performance.now() - startedAt) / 1000);
    still = now === arrived ? still + 1 : 0;
    arrived = now;
  }
  throw new Error(`only ${arrived - before} of ${count} emails arrived`);
}

export const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`;
export const median = (/** @type {number[]} */ values) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
export const perSecond = (/** @type {number} */ value) => `${Math.round(value)}/s`;
