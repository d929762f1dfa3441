// Runs one scenario, from an empty installation to its invariants.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'amqplib';
import { Installation } from '../scripts/lib/installation.mjs';
import { invariants, isDrained, readState } from './invariants.mjs';
import { Load } from './load.mjs';
import { measureMemory, memoryProbe } from './memory.mjs';
import { SmtpSink } from './fakes.mjs';

/** The proportions of the defaults, with seconds instead of minutes. */
const quick = {
  ATTEMPT_TIMEOUT_SECONDS: '4',
  LEASE_SECONDS: '8',
  UNKNOWN_OUTCOME_WAIT_SECONDS: '5',
  RETRY_DELAYS_SECONDS: '2,3,5,8,10,10,15,20',
  DRAIN_SECONDS: '6',
  DELIVERY_CONCURRENCY: '32',
  DELIVERY_LANE_CONCURRENCY: '32',
  SMTP_CONNECTIONS: '16',
};
const warmUp = 120;
const perSecond = 30;
const settleMs = 3_000;
const responseTimeoutMs = 45_000;
const drainTimeoutMs = 100_000;

/**
 * @typedef {Open<import('./servers.mjs').Servers>} Servers
 * @typedef {Open<StageBase>} Stage
 * @typedef {Record<string, import('./invariants.mjs').Result>} Results
 * @typedef {Omit<import('../scripts/lib/installation.mjs').Options, 'onLine'>} InstallationOptions
 */

/**
 * With additional properties for the scenario's own state.
 *
 * @template T
 * @typedef {T & { [own: string]: any }} Open
 */

/**
 * @typedef {object} Row columns of the report
 * @property {string} name
 * @property {string} title
 * @property {string} how
 * @property {string[]} [columns]
 */

/**
 * @typedef {object} Outcome
 * @property {Results} results
 * @property {string[]} own faults specific to the scenario, as sentences
 * @property {string[]} notes
 * @property {Map<number | string, number>} responses
 */

/** @typedef {Row & { run: (servers: Servers) => Promise<Outcome> }} OwnScenario a scenario with its own run */

/**
 * @typedef {object} Steps
 * @property {(stage: Stage) => unknown} inject
 * @property {import('./invariants.mjs').Expected} [expected]
 * @property {InstallationOptions} [installation]
 * @property {number} [volumeMb]
 * @property {(shared: Servers, place: string) => Servers | Promise<Servers>} [servers] returns other servers, with
 *   `stopOwn()` to stop them
 * @property {(stage: Stage) => Prepared | Promise<Prepared>} [prepare]
 * @property {(stage: Stage) => unknown} [begin] before the first email
 * @property {(stage: Stage) => string[] | Promise<string[]>} [check] faults specific to the scenario, as sentences
 * @property {(stage: Stage, results: Results) => Results | Promise<Results>} [judged] results that replace the seven
 *   invariants
 * @property {(stage: Stage) => unknown} [end] always runs
 * @property {boolean} [inOrder]
 *
 * @typedef {{
 *   installation?: InstallationOptions,
 *   extra?: import('./load.mjs').Extra,
 *   sendMail?: import('./doors.mjs').SendMail,
 * }} Prepared
 * @typedef {Row & Steps} Scenario
 */

/**
 * @param {Servers} shared the servers of all scenarios
 * @param {Scenario} scenario
 */
export async function runScenario(shared, scenario) {
  const place = `faults_${scenario.name.replaceAll('-', '_')}`;
  const servers = (await scenario.servers?.(shared, place)) ?? shared;
  const stage = new StageBase(servers, scenario, place);
  try {
    return await shared.stoppable.unlessStopped(execute(stage, scenario));
  } finally {
    await scenario.end?.(stage);
    await stage.tearDown();
    await servers.stopOwn?.();
  }
}

/**
 * @param {Stage} stage
 * @param {Scenario} scenario
 */
async function execute(stage, scenario) {
  await stage.setUp();
  await scenario.begin?.(stage);
  await stage.load.burst(warmUp);
  await stage.drained();
  const before = await measureMemory(stage.installation);
  stage.load.start();
  await sleep(settleMs);
  await scenario.inject(stage);
  await sleep(settleMs);
  await stage.load.finish(responseTimeoutMs);
  await stage.drained();
  const own = (await scenario.check?.(stage)) ?? [];
  const [state, queues, after] = [await stage.state(), await stage.queues(), await measureMemory(stage.installation)];
  const results = invariants({
    state,
    queues,
    client: stage.load,
    taken: stage.taken,
    memory: { before, after },
    expected: { ...scenario.expected, duplicates: stage.inFlight },
  });
  const shown = scenario.judged ? await scenario.judged(stage, results) : results;
  return {
    results: shown,
    own,
    accepted: stage.load.accepted.size,
    responses: stage.load.responses,
    notes: stage.notes,
  };
}

/** The installation, servers and load of a scenario. */
class StageBase {
  /** Messages in flight at the fault, which may be sent twice. */
  inFlight = 0;
  /** @type {string[]} */
  notes = [];
  /** @type {import('../libs/testing/src/smtp-sink.js').SmtpSink} */
  sink;
  /** @type {Awaited<ReturnType<Servers['place']>>} */
  volume;
  /** @type {import('../libs/testing/src/providers/provider-fake.js').ProviderFake | undefined} */
  hosted;
  /** @type {import('node:fs').WriteStream} */
  log;
  /** @type {Installation} */
  installation;
  /** @type {Load} */
  load;

  /**
   * @param {Servers} servers
   * @param {Scenario} scenario
   * @param {string} place
   */
  constructor(servers, scenario, place) {
    this.servers = servers;
    this.scenario = scenario;
    this.place = place;
  }

  async setUp() {
    this.volume = await this.servers.place(this.place, { volumeMb: this.scenario.volumeMb });
    this.sink = await SmtpSink.start();
    this.sink.replyAfterMs = 100;
    const { installation = this.scenario.installation, extra, sendMail } = (await this.scenario.prepare?.(this)) ?? {};
    this.log = createWriteStream(join(this.servers.directory, `${this.place}.log`), { flags: 'a' });
    this.installation = await Installation.start({
      variables: {
        DATABASE_URL: (this.servers.postgres.getAppUrl ?? this.servers.postgres.getUrl)(this.place),
        AMQP_URL: this.servers.rabbitmq.appUrl?.(this.place) ?? this.amqpUrl,
        DATA_DIR: join(this.servers.directory, this.place),
        DEFAULT_SMTP_URL: `smtp://127.0.0.1:${this.sink.port}`,
      },
      onLine: (name, line) => this.log.writable && this.log.write(`[${name}] ${line}\n`),
      ...installation,
      environment: { ...quick, ...installation?.environment, ...memoryProbe },
    });
    const { id: template } = await this.installation.post('/templates', {
      name: 'Numbered',
      subject: 'No. {{n}}',
      text: 'No. {{n}}',
    });
    this.load = new Load(this.installation, { template, perSecond, extra, sendMail });
  }

  async tearDown() {
    await this.load?.finish(0);
    await this.installation?.stop();
    this.log?.end();
    await this.sink?.close();
    await this.hosted?.close();
    await this.servers.clear(this.place, this.volume);
  }

  get amqpUrl() {
    return `${this.servers.rabbitmq.amqpUrl}/${this.place}`;
  }

  /** Accepted emails by Message-ID: of the hosted provider if there is one, else of the mail server. */
  get taken() {
    if (!this.hosted) return this.sink.messageIds;
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { raw = '' } of this.hosted.mails) {
      const id = /^message-id:\s*(\S+)/im.exec(raw)?.[1] ?? '';
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  }

  note(/** @type {string} */ text) {
    this.notes.push(text);
  }

  /**
   * @param {string} statement
   * @param {unknown[]} [values]
   */
  sql(statement, values) {
    return this.servers.sql(this.place, statement, values);
  }

  state() {
    return readState((statement) => this.sql(statement));
  }

  /** Kills an instance. Email that a delivery process has leased may be sent twice. */
  async kill(/** @type {string} */ name) {
    await this.installation.end(name, 'SIGKILL');
    if (name.startsWith('delivery')) await this.countInFlight();
  }

  async countInFlight() {
    const [{ leased }] = await this.sql(
      'select count(*)::int as leased from delivery.work where lease_token is not null',
    );
    this.inFlight += leased;
  }

  /** Current counts, unlike the delayed ones of the management API. */
  async queues() {
    const names = (await this.servers.manage('GET', `/queues/${this.place}?columns=name`))
      .map((/** @type {{ name: string }} */ { name }) => name)
      .filter((/** @type {string} */ name) => /^\w+\.(rpc|events)/.test(name));
    return this.onChannel((channel) =>
      Promise.all(
        names.map(async (/** @type {string} */ name) => {
          const { messageCount, consumerCount } = await channel.checkQueue(name);
          return { name, messages: messageCount, consumers: consumerCount };
        }),
      ),
    );
  }

  /**
   * @template T
   * @param {(channel: import('amqplib').ConfirmChannel) => Promise<T>} work
   */
  async onChannel(work) {
    const connection = await connect(this.amqpUrl, { timeout: 10_000 });
    connection.on('error', () => undefined);
    try {
      const channel = await connection.createConfirmChannel();
      channel.on('error', () => undefined);
      return await work(channel);
    } finally {
      await connection.close().catch(() => undefined);
    }
  }

  /** Waits until nothing is in flight, or the deadline. Remaining work then breaks an invariant. */
  async drained() {
    for (const until = Date.now() + drainTimeoutMs; Date.now() < until; await sleep(500)) {
      const [state, queues] = await Promise.all([this.state(), this.queues()]).catch(() => []);
      if (state && isDrained(state, queues, this.scenario.expected)) return;
    }
  }

  /**
   * Resolves when the condition holds.
   *
   * @param {string} what
   * @param {() => unknown} condition
   */
  async until(what, condition, timeoutMs = 30_000) {
    for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(20)) if (await condition()) return;
    throw new Error(`${what}: timeout after ${timeoutMs / 1_000} s`);
  }
}
