// Overload: more callers than the installation can serve, who repeat rejected requests immediately. Checks the
// responses and the recovery.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Installation } from '../../scripts/lib/installation.mjs';
import { result } from '../invariants.mjs';
import { Load } from '../load.mjs';
import { measureMemory, memoryProbe } from '../memory.mjs';
import { SmtpSink } from '../fakes.mjs';
import { quantile } from '../noisy/figures.mjs';

const connections = { peak: 64, overload: 500 };
const seconds = { warmUp: 5, peak: 10, overload: Number(process.env.OVERLOAD_SECONDS ?? 120), ease: 5, after: 5 };
/** Minimum share of the peak; maximum times of a rejection, of /health, and of a send after the overload. */
const goodput = 0.9;
const maxRejectionMs = 1_000;
const maxHealthMs = 2_000;
const maxResponseMs = 250;
const mb = 1024 * 1024;
const memoryGrowth = 48 * mb;

export const overloadColumns = ['Goodput', 'Excess', 'Health', 'Memory', 'After', 'Kept'];

/** @type {import('../scenario.mjs').OwnScenario[]} */
export const overload = [
  {
    name: 'overload',
    title: 'More callers than capacity',
    how: `${connections.overload} connections for ${seconds.overload} s`,
    columns: overloadColumns,
    async run(servers) {
      const flood = new Flood(servers);
      try {
        await servers.stoppable.unlessStopped(flood.setUp());
        return await servers.stoppable.unlessStopped(flood.run());
      } finally {
        await flood.tearDown();
      }
    },
  },
];

class Flood {
  place = 'faults_overload';
  accepted = 0;
  template = '';
  /** @type {import('../../libs/testing/src/smtp-sink.js').SmtpSink} */
  sink;
  /** @type {import('node:fs').WriteStream} */
  log;
  /** @type {Installation} */
  installation;
  /** @type {import('node:child_process').ChildProcess} */
  callers;

  constructor(/** @type {import('../scenario.mjs').Servers} */ servers) {
    this.servers = servers;
  }

  async setUp() {
    await this.servers.place(this.place);
    this.sink = await SmtpSink.start();
    this.log = createWriteStream(join(this.servers.directory, `${this.place}.log`), { flags: 'a' });
    this.installation = await Installation.start({
      variables: {
        DATABASE_URL: this.servers.postgres.getUrl(this.place),
        AMQP_URL: `${this.servers.rabbitmq.amqpUrl}/${this.place}`,
        DATA_DIR: join(this.servers.directory, this.place),
        DEFAULT_SMTP_URL: `smtp://127.0.0.1:${this.sink.port}`,
        // Tests the capacity, not the rate limit of an account.
        RATE_LIMIT_PER_SECOND: '0',
      },
      environment: memoryProbe,
      onLine: (name, line) => this.log.writable && this.log.write(`[${name}] ${line}\n`),
    });
    const { id } = await this.installation.post('/templates', {
      name: 'Numbered',
      subject: 'No. {{n}}',
      text: '{{n}}',
    });
    this.template = id;
    this.callers = fork(fileURLToPath(new URL('callers.mjs', import.meta.url)), { serialization: 'advanced' });
  }

  async run() {
    await this.calls(connections.peak, seconds.warmUp);
    const peak = await this.calls(connections.peak, seconds.peak);
    const before = await measureMemory(this.installation);
    const health = this.watchHealth();
    const flood = await this.calls(connections.overload, seconds.overload);
    const healthChecks = await health.end();
    await sleep(seconds.ease * 1_000);
    const after = await this.steady();
    const memory = { before, after: await measureMemory(this.installation) };
    const kept = await this.kept();
    return {
      results: evaluate({ peak, flood, healthChecks, memory, after, kept }),
      own: [],
      notes: [`accepted ${flood.accepted}, rejected ${flood.rejected}, unanswered ${flood.unanswered}`],
      responses: new Map([[200, flood.accepted], ...flood.byStatus]),
    };
  }

  async calls(/** @type {number} */ count, /** @type {number} */ forSeconds) {
    const { port, liveKey } = this.installation;
    this.callers.send({ target: { port, key: liveKey, template: this.template }, connections: count });
    await sleep(forSeconds * 1_000);
    this.callers.send({});
    const [message] = await once(this.callers, 'message');
    const figures = /** @type {import('./callers.mjs').Figures} */ (message);
    this.accepted += figures.accepted;
    return figures;
  }

  /** Measures an ordinary caller at 30 sends per second. */
  async steady() {
    const load = new Load(this.installation, { template: this.template, perSecond: 30 });
    /** @type {number[]} */
    const times = [];
    const { sendMail } = load;
    load.sendMail = async (...request) => {
      const start = performance.now();
      const response = await sendMail(...request);
      times.push(performance.now() - start);
      return response;
    };
    load.start();
    await sleep(seconds.after * 1_000);
    await load.finish(10_000);
    this.accepted += load.accepted.size;
    return { p99: Math.round(quantile(times, 0.99)), responses: [...load.responses] };
  }

  watchHealth() {
    /** @type {{ name: string, ms: number, status: number | string }[]} */
    const healthChecks = [];
    const names = this.installation.names;
    const stopped = new AbortController();
    const watching = (async () => {
      while (!stopped.signal.aborted) {
        await Promise.all(
          names.map(async (name) => {
            const start = performance.now();
            const response = await fetch(`http://127.0.0.1:${this.installation.healthPort(name)}/health/ready`, {
              signal: AbortSignal.timeout(10_000),
            }).catch(() => undefined);
            healthChecks.push({ name, ms: Math.round(performance.now() - start), status: response?.status ?? 'none' });
          }),
        );
        await sleep(1_000);
      }
    })();
    return {
      async end() {
        stopped.abort();
        await watching;
        return healthChecks;
      },
    };
  }

  /** Counts to check that no accepted request is missing or stored twice. */
  async kept() {
    const [{ stored, recipients }] = await this.servers.sql(
      this.place,
      'select count(*)::int as stored, count(distinct recipient_key)::int as recipients from delivery.logs',
    );
    return { accepted: this.accepted, stored, recipients };
  }

  async tearDown() {
    this.callers?.kill('SIGKILL');
    await this.installation?.stop();
    this.log?.end();
    await this.sink?.close();
    await this.servers.clear(this.place);
  }
}

/** @type {(isOne: boolean, what: string) => [string, string[]][]} */
const fault = (isOne, what) => (isOne ? [[what, ['']]] : []);

/**
 * @typedef {import('./callers.mjs').Figures} Figures
 * @typedef {import('../invariants.mjs').Memory} Memory
 *
 * @typedef {object} Measured
 * @property {Figures} peak
 * @property {Figures} flood
 * @property {{ name: string, ms: number, status: number | string }[]} healthChecks
 * @property {{ before: Memory, after: Memory }} memory
 * @property {Awaited<ReturnType<Flood['steady']>>} after
 * @property {Awaited<ReturnType<Flood['kept']>>} kept
 */

/** @param {Measured} measured */
function evaluate({ peak, flood, healthChecks, memory, after, kept }) {
  const share = flood.perSecond / peak.perSecond;
  const slowest = Math.max(...healthChecks.map(({ ms }) => ms));
  const unhealthy = healthChecks.filter(({ status, ms }) => status !== 200 || ms > maxHealthMs);
  const grown = [...memory.after].map(([process, now]) => ({
    process,
    bytes: now.used - (memory.before.get(process)?.used ?? 0),
  }));
  const maxGrowth = Math.max(...grown.map(({ bytes }) => bytes));
  const rejections = flood.byStatus.map(([status, count]) => `${status} x ${count}`).join(', ') || 'none rejected';
  return {
    Goodput: result(
      `${Math.round(flood.perSecond)}/s, ${Math.round(share * 100)} % of ${Math.round(peak.perSecond)}/s`,
      [...fault(share < goodput, `goodput below ${goodput * 100} %`)],
    ),
    Excess: result(
      `${rejections}, p99 ${flood.rejectedMs.p99}, max ${flood.rejectedMs.max} ms; accepted p50 ${flood.acceptedMs.p50}, p99 ${flood.acceptedMs.p99} ms`,
      [
        ...fault(flood.rejected === 0, 'excess: nothing was rejected'),
        ...fault(flood.rejectedMs.p99 > maxRejectionMs, `p99 of rejections above ${maxRejectionMs} ms`),
        ...fault(flood.acceptedMs.p99 > maxRejectionMs, `p99 of acceptance above ${maxRejectionMs} ms`),
        ...fault(flood.withoutRetryAfter > 0, `rejections (${flood.withoutRetryAfter}) without Retry-After`),
        ...fault(flood.unanswered > 0, `callers (${flood.unanswered}) without an answer`),
        ...fault(
          flood.byStatus.some(([status]) => status !== 429 && status !== 503),
          'other responses than 429 and 503',
        ),
      ],
    ),
    Health: result(`${healthChecks.length} checks, the slowest ${slowest} ms`, [
      [
        'health checks at which an app was not ready in time',
        unhealthy.map(({ name, status, ms }) => `${name} ${status} ${ms}`),
      ],
    ]),
    Memory: result(`+${Math.round(Math.max(0, maxGrowth) / mb)} MB of memory`, [
      [
        'processes whose memory grew',
        grown
          .filter(({ bytes }) => bytes > memoryGrowth)
          .map(({ process, bytes }) => `${process} +${Math.round(bytes / mb)} MB`),
      ],
    ]),
    After: result(`p99 ${after.p99} ms, measured ${seconds.ease} s after the overload`, [
      ...fault(after.p99 >= maxResponseMs, `p99 not below ${maxResponseMs} ms`),
      ['responses that were not 200', after.responses.filter(([status]) => status !== 200).map(([status]) => status)],
    ]),
    Kept: result(`${kept.accepted} accepted, ${kept.stored} stored`, [
      ...fault(kept.stored < kept.accepted, 'loss of accepted email'),
      ...fault(kept.stored !== kept.recipients, 'request stored twice'),
    ]),
  };
}
