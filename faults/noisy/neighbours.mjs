// Two accounts of one installation: one attacks, the other sends normally. Each app runs with the memory limit
// of its container.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { appNames, Installation } from '../../scripts/lib/installation.mjs';
import { run } from '../../scripts/lib/processes.mjs';
import { project } from '../../scripts/lib/project.mjs';
import { MemoryGroups } from './memory-groups.mjs';
import { Watch } from './watch.mjs';

/** Until the attack reaches its full load. */
const rampMs = 2_000;
const deliveryTimeoutMs = 10_000;
const warmUp = { perSecond: 30, seconds: 5 };
/** The baseline without the attack needs less time. */
const aloneSeconds = 10;

/**
 * Measures the quiet account without and during the attack.
 *
 * @typedef {import('./attacks/index.mjs').Attack} Attack
 * @typedef {{ seconds: number, perSecond?: number, connections?: number }} Load
 * @typedef {Record<string, Load>} Loads
 * @typedef {Awaited<ReturnType<typeof measure>>} Measured
 * @param {import('../scenario.mjs').Servers} servers
 * @param {Attack} attack
 * @param {Loads} loads of the quiet account, by name
 * @returns `alone` and `beside` by load (see quiet.mjs), `deliveries` (see `waitForDeliveries`), `processes` (see
 *   watch.mjs), `attack`: its responses and a note on its preparation
 */
export async function besideAttack(servers, attack, loads) {
  const neighbours = new Neighbours(servers, attack, `noisy_${attack.name.replaceAll('-', '_')}`);
  try {
    return await servers.stoppable.unlessStopped(measure(neighbours, loads));
  } finally {
    await neighbours.tearDown();
  }
}

async function measure(/** @type {Neighbours} */ neighbours, /** @type {Loads} */ loads) {
  await neighbours.setUp();
  await neighbours.measureQuiet({ warmUp });
  const alone = await neighbours.measureQuiet(shortened(loads));
  neighbours.attacker.send({ what: 'begin' });
  await sleep(rampMs);
  const beside = await neighbours.measureQuiet(loads);
  const deliveries = await neighbours.waitForDeliveries(Object.values(beside).flatMap(({ accepted }) => accepted));
  /** @type {{ responses: [status: number, count: number][], note: string }} */
  const attackResult = await neighbours.call(neighbours.attacker, { what: 'end' });
  return { alone, beside, deliveries, processes: await neighbours.watch.end(), attack: attackResult };
}

const shortened = (/** @type {Loads} */ loads) =>
  Object.fromEntries(
    Object.entries(loads).map(([name, load]) => [name, { ...load, seconds: Math.min(load.seconds, aloneSeconds) }]),
  );

/**
 * Measurements of the quiet account, from quiet.mjs.
 *
 * @typedef {Record<'perSecond' | 'p50' | 'p99' | 'max' | 'late', number>} Times
 * @typedef {{ responses: [status: number | string, count: number][], accepted: [recipient: string, when: number][] }} Responses
 */

class Neighbours {
  /**
   * @type {Map<import('node:child_process').ChildProcess, Promise<never>>} child processes, each with a promise that
   * rejects when it exits
   */
  children = new Map();
  /** @type {MemoryGroups} */
  groups;
  /** @type {import('node:child_process').ChildProcess} */
  mailServers;
  /** @type {import('node:child_process').ChildProcess} */
  quiet;
  /** @type {import('node:child_process').ChildProcess} */
  attacker;
  /** @type {import('node:fs').WriteStream} */
  log;
  /** @type {Installation} */
  installation;
  /** @type {Watch} */
  watch;
  target = {};

  /**
   * @param {import('../scenario.mjs').Servers} servers
   * @param {Attack} attack
   * @param {string} place
   */
  constructor(servers, attack, place) {
    this.servers = servers;
    this.attack = attack;
    this.place = place;
  }

  async setUp() {
    await this.servers.place(this.place);
    this.groups = new MemoryGroups(this.place, appNames);
    this.mailServers = this.fork('mail-servers.mjs');
    const [{ ports }] = await once(this.mailServers, 'message');
    this.log = createWriteStream(join(this.servers.directory, `faults_${this.place}.log`), { flags: 'a' });
    this.installation = await Installation.start({
      variables: {
        DATABASE_URL: this.servers.postgres.getUrl(this.place),
        AMQP_URL: `${this.servers.rabbitmq.amqpUrl}/${this.place}`,
        DATA_DIR: join(this.servers.directory, this.place),
        DEFAULT_SMTP_URL: `smtp://127.0.0.1:${ports.fast}`,
      },
      environment: {
        SMTP_ALLOWED_NETWORKS: '127.0.0.0/8',
        SMTP_ALLOWED_PORTS: Object.values(ports).join(','),
      },
      environments: Object.fromEntries(appNames.map((app) => [app, this.groups.environment(app)])),
      commandPrefix: (app) => this.groups.enter(app),
      supervised: true,
      onLine: (name, line) => this.log.writable && this.log.write(`[${name}] ${line}\n`),
    });
    this.watch = new Watch(this.installation, this.groups);
    const { port, liveKey } = this.installation;
    const { id: template } = await this.installation.post('/templates', {
      name: 'Numbered',
      subject: 'No. {{n}}',
      text: 'No. {{n}}',
    });
    this.target = { port, key: liveKey, template, fields: this.attack.quiet };
    this.quiet = this.fork('quiet.mjs');
    this.attacker = this.fork('attacker.mjs', this.attack.name);
    const keys = await secondAccount(this.installation);
    await this.call(this.attacker, { what: 'prepare', target: { port, keys, mailPorts: ports } });
  }

  /** Runs the loads one after the other; returns their measurements by name. */
  async measureQuiet(/** @type {Loads} */ loads) {
    /** @type {Record<string, Times & Responses>} */
    const figures = {};
    for (const [name, load] of Object.entries(loads))
      figures[name] = await this.call(this.quiet, { target: this.target, load });
    return figures;
  }

  /**
   * Deliveries of the accepted emails, `[recipient, when]` each: `times` in milliseconds from the response to the
   * arrival at the mail server, recipients still `missing` at the deadline, and recipients who got it `twice`.
   *
   * @param {Responses['accepted']} accepted
   */
  async waitForDeliveries(accepted) {
    for (const until = Date.now() + deliveryTimeoutMs; ; await sleep(250)) {
      /** @type {Map<string, number[]>} */
      const arrivals = new Map((await this.call(this.mailServers, 'arrivals')).arrivals);
      const missing = accepted.filter(([recipient]) => !arrivals.has(recipient)).map(([recipient]) => recipient);
      if (missing.length > 0 && Date.now() < until) continue;
      const arrived = accepted.filter(([recipient]) => arrivals.has(recipient));
      return {
        times: arrived.map(([recipient, attackResult]) =>
          Math.max(0, (arrivals.get(recipient)?.[0] ?? 0) - attackResult),
        ),
        missing,
        twice: arrived
          .map(([recipient]) => recipient)
          .filter((recipient) => (arrivals.get(recipient) ?? []).length > 1),
      };
    }
  }

  fork(/** @type {string} */ file, /** @type {string[]} */ ...options) {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), options, { serialization: 'advanced' });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${file} ended with code ${code}`);
    });
    ended.catch(() => undefined);
    this.children.set(child, ended);
    return child;
  }

  /** Sends a message to the process and returns its response. Rejects when it exits instead. */
  async call(/** @type {import('node:child_process').ChildProcess} */ child, /** @type {object | string} */ message) {
    child.send(message);
    const [response] = await Promise.race([
      once(child, 'message'),
      /** @type {Promise<never>} */ (this.children.get(child)),
    ]);
    return response;
  }

  async tearDown() {
    for (const child of this.children.keys()) child.kill('SIGKILL');
    await this.watch?.end();
    await this.installation?.stop();
    this.log?.end();
    this.groups?.remove();
    await this.servers.clear(this.place);
  }
}

/** Creates a second account; returns its live and test key. */
async function secondAccount(/** @type {Installation} */ installation) {
  const postrider = join(project, 'dist', 'apps', 'standalone', 'src', 'postrider.js');
  const create = ['accounts', 'create', 'Noisy', 'billing@noisy.example'];
  const { code, output } = await run(process.execPath, [postrider, ...create], {
    env: { ...process.env, NODE_OPTIONS: '', ...installation.ownEnvironments['gateway'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [, live] = /^Live key (\S+)$/m.exec(output) ?? [];
  const [, test] = /^Test key (\S+)$/m.exec(output) ?? [];
  if (code !== 0 || live === undefined || test === undefined) throw new Error(`accounts create: ${output}`);
  return { live, test };
}
