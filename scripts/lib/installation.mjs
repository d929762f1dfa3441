// The built apps as processes of their own, as production runs them: what npm start -- --rabbitmq, e2e/, faults/ and bench/ stand on.
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { freePorts, whyNotListen } from './ports.mjs';
import { run, startProcess } from './processes.mjs';
import { project } from './project.mjs';

// The first user of an installation, made as its operator makes it: by the link that the first start prints.

const linkOf = (/** @type {string} */ output) => output.match(/http\S+\/welcome#\S+/)?.[0];

/**
 * Follows the link in what an installation printed; resolves to the password.
 *
 * @param {{ origin: string, output: string, user: { name: string, email: string } }} first `origin`: where its dashboard is
 */
export async function makeFirstAdmin({ origin, output, user }) {
  const link = linkOf(output);
  if (link === undefined) throw new Error(`The first start prints no link for its admin:\n${output}`);
  const password = `${crypto.randomUUID()} of the admin`;
  const response = await fetch(`${origin}/api/v1/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token: new URL(link).hash.slice(1), ...user, password }),
  });
  if (!response.ok) throw new Error(`The link of the first admin: ${response.status} ${await response.text()}`);
  return password;
}

export const appNames = ['gateway', 'template', 'delivery', 'tracking', 'customer', 'drip'];
const readyWithinMs = 60_000;
const askEveryMs = 50;
const restartAfterMs = 1_000;
const portAttempts = 4;

/**
 * @typedef {Record<string, string | undefined>} Variables
 * @typedef {import('./processes.mjs').Started} Started
 * @typedef {{ app: string, name: string, healthPort?: number, started?: Pick<Started, 'isRunning'> & Partial<Started> }} Instance
 */

/**
 * What an installation is started with.
 *
 * @typedef {object} Options
 * @property {readonly string[]} [apps] those to start; `['standalone']` for all of them in one process
 * @property {Record<string, number>} [replicas] how many of an app, where not one
 * @property {Variables} [environment] more variables of every app
 * @property {Record<string, Variables>} [environments] more variables of one instance alone
 * @property {string} [root] where another release was built, of which all are at first
 * @property {(app: string) => string[]} [begunBy] answers what the command of an app is begun with; it has to become that command by `exec`
 * @property {(name: string, line: string) => void} [onLine] takes what the apps print, with the name of the instance; without it that goes
 *   where ours goes
 */

/**
 * Sees to secrets, roles and schemas, as `npm start` does.
 *
 * @typedef {{ banner: string, liveKey: string, testKey: string, environments: Record<string, Variables> }} Prepared
 * @param {Variables} variables those that `npm start` takes
 * @returns {Promise<Prepared>} `environments`: of each app
 */
async function prepare(variables, root = project) {
  const command = join(root, 'dist', 'apps', 'standalone', 'src', 'commands', 'prepare.js');
  const { code, output } = await run(process.execPath, ['--enable-source-maps', command], {
    env: { ...process.env, NODE_OPTIONS: '', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (code !== 0) throw new Failure(output.trim());
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
}

export class Installation {
  /** @type {Map<string, Instance>} */
  instances = new Map();
  /** @type {Record<string, string>} where another release was built, by the name of the instance that is of it */
  roots = {};
  stopping = false;

  /**
   * Starts everything and waits until it is ready.
   *
   * @param {Options & { variables: Variables, supervised?: boolean }} options `variables`: what `npm start` takes: DATABASE_URL, AMQP_URL,
   *   DATA_DIR, DEFAULT_SMTP_URL and so on; without PORT any free one. `supervised`: whether a process that ends is started again
   */
  static async start({ variables, supervised = false, ...options }) {
    const [port] = variables.PORT === undefined ? await freePorts(1) : [Number(variables.PORT)];
    const prepared = await prepare({ LOG_LEVEL: 'warn', ...variables, PORT: String(port) }, options.root);
    const installation = new Installation({ ...prepared, variables, port }, options);
    try {
      await Promise.all(installation.names.map((name) => installation.startApp(name)));
    } catch (error) {
      await installation.stop();
      throw error;
    }
    // From here on callers know the address.
    installation.mayMove = false;
    if (supervised) for (const name of installation.names) void installation.supervise(name);
    return installation;
  }

  /**
   * @param {Prepared & { variables: Variables, port: number }} prepared
   * @param {Options} options
   */
  constructor({ banner, liveKey, testKey, environments: ownEnvironments, variables, port }, options) {
    const {
      apps = appNames,
      replicas = {},
      environment = {},
      environments = {},
      begunBy = () => /** @type {string[]} */ ([]),
      onLine,
      root,
    } = options;
    this.banner = banner;
    this.liveKey = liveKey;
    this.testKey = testKey;
    this.ownEnvironments = ownEnvironments;
    this.variables = variables;
    this.environment = environment;
    this.environments = environments;
    this.begunBy = begunBy;
    this.onLine = onLine;
    this.headers = { 'content-type': 'application/json', authorization: `Basic ${btoa(`${liveKey}:`)}` };
    this.mayMove = variables.PORT === undefined;
    this.port = port;
    for (const app of apps)
      for (let n = 1; n <= (replicas[app] ?? 1); n += 1) {
        const name = n === 1 ? app : `${app}-${n}`;
        this.instances.set(name, { app, name });
        if (root !== undefined) this.roots[name] = root;
      }
  }

  get api() {
    return `http://127.0.0.1:${this.port}/api/v1`;
  }

  get names() {
    return [...this.instances.keys()];
  }

  /** The names of all instances of the app. */
  named(/** @type {string} */ app) {
    return this.names.filter((name) => this.instance(name).app === app);
  }

  instance(/** @type {string} */ name) {
    const instance = this.instances.get(name);
    if (instance === undefined) throw new Error(`There is no instance ${name}.`);
    return instance;
  }

  /** The names of instances whose process has ended. */
  get ended() {
    return this.names.filter((name) => !this.process(name)?.isRunning());
  }

  /** The process of an instance, which was started. */
  process(/** @type {string} */ name) {
    return /** @type {Started} */ (this.instance(name).started);
  }

  healthPort(/** @type {string} */ name) {
    return this.instance(name).healthPort;
  }

  /** Starts an instance (again); resolves once it is ready. A port that was free and no longer is when it gets there is given up for another. */
  async startApp(/** @type {string} */ name) {
    const instance = this.instance(name);
    for (let attempt = 1; ; attempt += 1) {
      const [healthPort] = await freePorts(1);
      instance.healthPort = healthPort;
      instance.started = this.launch(instance, healthPort);
      try {
        await this.untilReady(instance, healthPort);
        return;
      } catch (error) {
        if (attempt === portAttempts || !(await this.lostPort(instance, healthPort))) throw error;
      }
    }
  }

  /**
   * Whether it ended because somebody else has one of its ports by now, and may try others.
   *
   * @param {Instance} instance
   * @param {number} healthPort
   */
  async lostPort({ app, started }, healthPort) {
    if (started?.isRunning()) return false;
    const isTaken = async (/** @type {number} */ port) => (await whyNotListen(port)) === 'EADDRINUSE';
    if (await isTaken(healthPort)) return true;
    const listens = app === 'gateway' || app === 'standalone';
    if (!listens || !this.mayMove || !(await isTaken(this.port))) return false;
    [this.port] = await freePorts(1);
    return true;
  }

  /**
   * @param {Instance} instance
   * @param {number} healthPort
   * @returns {NonNullable<Instance['started']>}
   */
  launch({ app, name }, healthPort) {
    const entry = join(this.roots[name] ?? project, 'dist', 'apps', app, 'src', 'main.js');
    const [command, ...args] = [...this.begunBy(app), process.execPath, entry];
    const started = startProcess(command, args, {
      env: {
        // The standalone sees to the environments of its apps itself.
        ...(this.ownEnvironments[app] ?? { ...process.env, LOG_LEVEL: 'warn', ...this.variables }),
        NODE_OPTIONS: '--enable-source-maps',
        PORT: String(this.port),
        HEALTH_PORT: String(healthPort),
        ...this.environment,
        ...this.environments[name],
      },
      stdio: this.onLine ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const { onLine } = this;
    if (onLine)
      for (const input of [started.child.stdout, started.child.stderr])
        if (input) createInterface({ input }).on('line', (line) => onLine(name, line));
    return started;
  }

  /**
   * @param {Instance} instance
   * @param {number} healthPort
   */
  async untilReady({ name, started }, healthPort) {
    const deadline = Date.now() + readyWithinMs;
    for (; Date.now() < deadline && started?.isRunning() && !this.stopping; await sleep(askEveryMs)) {
      const answer = await fetch(`http://127.0.0.1:${healthPort}/health/ready`, {
        signal: AbortSignal.timeout(5_000),
      }).catch(() => undefined);
      if (answer?.ok) return;
    }
    throw new Failure(
      `${name} ${started?.isRunning() ? `was not ready within ${readyWithinMs / 1_000} s` : 'ended while it was starting'}.`,
    );
  }

  /** Starts it again whenever it ends. The others do not notice. */
  async supervise(/** @type {string} */ name) {
    for (;;) {
      const { code, signal } = await this.process(name).exited;
      if (this.stopping) return;
      console.error(`The ${name} app stopped (${signal ?? `code ${code}`}); starting it again.`);
      await sleep(restartAfterMs);
      if (this.stopping) return;
      await this.startApp(name).catch((error) => console.error(error.message));
    }
  }

  /**
   * @param {string} name
   * @param {NodeJS.Signals} signal
   */
  signal(name, signal) {
    process.kill(/** @type {number} */ (this.process(name).pid), signal);
  }

  /**
   * Resolves to its exit once it is gone, with how long that took.
   *
   * @param {string} name
   * @param {NodeJS.Signals} signal
   */
  async end(name, signal) {
    const begun = Date.now();
    this.signal(name, signal);
    return { ...(await this.process(name).exited), tookMs: Date.now() - begun };
  }

  /** The gateway first: what it has let in needs the others. */
  async stop(deadlineMs = 10_000) {
    this.stopping = true;
    const until = Date.now() + deadlineMs;
    for (const names of [this.named('gateway'), this.names]) {
      const processes = names.map((name) => this.process(name)).filter((started) => started?.isRunning());
      for (const started of processes) started.kill('SIGCONT');
      await Promise.all(processes.map((started) => started.stop(Math.max(0, until - Date.now()))));
    }
  }

  /** At once: what they were doing is taken up again by the next start. */
  kill() {
    this.stopping = true;
    for (const name of this.names) this.process(name)?.kill();
  }

  get(/** @type {string} */ path) {
    return this.request('GET', path);
  }

  /**
   * @param {string} path
   * @param {unknown} body
   */
  post(path, body) {
    return this.request('POST', path, body);
  }

  /**
   * What the API answers to a request that must succeed.
   *
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<any>}
   */
  async request(method, path, body) {
    const response = await fetch(`${this.api}${path}`, {
      method,
      headers: this.headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}
