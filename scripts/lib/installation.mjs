// Runs the built apps as separate processes, like production. Used by npm start -- --rabbitmq, e2e/, faults/ and
// bench/.
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { freePorts, whyNotListen } from './ports.mjs';
import { run, startProcess } from './processes.mjs';
import { project } from './project.mjs';

const findLink = (/** @type {string} */ output) => output.match(/http\S+\/welcome#\S+/)?.[0];

/**
 * Creates the first user through the link that the first start prints; resolves to the password.
 *
 * @param {{ origin: string, output: string, user: { name: string, email: string } }} first `origin`: of the dashboard
 */
export async function makeFirstAdmin({ origin, output, user }) {
  const link = findLink(output);
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
const readyTimeoutMs = 60_000;
const pollMs = 50;
const restartDelayMs = 1_000;
const portAttempts = 4;

/**
 * @typedef {Record<string, string | undefined>} Variables
 * @typedef {import('./processes.mjs').Started} Started
 * @typedef {{ app: string, name: string, healthPort?: number, started?: Pick<Started, 'isRunning'> & Partial<Started> }} Instance
 */

/**
 *
 * @typedef {object} Options
 * @property {readonly string[]} [apps] apps to start; `['standalone']` for all of them in one process
 * @property {Record<string, number>} [replicas] processes per app, by default one
 * @property {Variables} [environment] additional variables of every app
 * @property {Record<string, Variables>} [environments] additional variables by instance
 * @property {string} [root] folder of another built release, initially used by all instances
 * @property {(app: string) => string[]} [commandPrefix] prefix of an app's command, which must `exec` the rest
 * @property {(name: string, line: string) => void} [onLine] receives each line of output with the name of the instance;
 *   without it the output is inherited
 */

/**
 * Creates secrets, roles and schemas, like `npm start`.
 *
 * @typedef {{ banner: string, liveKey: string, testKey: string, environments: Record<string, Variables> }} Prepared
 * @param {Variables} variables those of `npm start`
 * @returns {Promise<Prepared>} `environments` by app
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
  /** @type {Record<string, string>} folder of another built release, by instance */
  roots = {};
  stopping = false;

  /**
   * Starts all apps and waits until they are ready.
   *
   * @param {Options & { variables: Variables, supervised?: boolean }} options `variables`: those of `npm start`:
   *   DATABASE_URL, AMQP_URL, DATA_DIR, DEFAULT_SMTP_URL and so on; without PORT any free port. `supervised`: restart
   * processes that exit
   */
  static async start({ variables, supervised = false, ...options }) {
    // Any free one, so that several gateways can run next to each other.
    variables = { SMTP_PORT: '0', ...variables };
    const [port] = variables.PORT === undefined ? await freePorts(1) : [Number(variables.PORT)];
    const prepared = await prepare({ LOG_LEVEL: 'warn', ...variables, PORT: String(port) }, options.root);
    const installation = new Installation({ ...prepared, variables, port }, options);
    try {
      await Promise.all(installation.names.map((name) => installation.startApp(name)));
    } catch (error) {
      await installation.stop();
      throw error;
    }
    // Callers may know the address now.
    installation.canChangePort = false;
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
      commandPrefix = () => /** @type {string[]} */ ([]),
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
    this.commandPrefix = commandPrefix;
    this.onLine = onLine;
    this.headers = { 'content-type': 'application/json', authorization: `Basic ${btoa(`${liveKey}:`)}` };
    this.canChangePort = variables.PORT === undefined;
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

  /** Names of all instances of the app. */
  named(/** @type {string} */ app) {
    return this.names.filter((name) => this.instance(name).app === app);
  }

  instance(/** @type {string} */ name) {
    const instance = this.instances.get(name);
    if (instance === undefined) throw new Error(`Unknown instance ${name}.`);
    return instance;
  }

  /** Names of instances whose process has exited. */
  get ended() {
    return this.names.filter((name) => !this.process(name)?.isRunning());
  }

  /** The process of a started instance. */
  process(/** @type {string} */ name) {
    return /** @type {Started} */ (this.instance(name).started);
  }

  healthPort(/** @type {string} */ name) {
    return this.instance(name).healthPort;
  }

  /** Starts or restarts an instance and waits until it is ready. Tries other ports when another process took one. */
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
   * Whether it exited because another process has one of its ports, and can try another port.
   *
   * @param {Instance} instance
   * @param {number} healthPort
   */
  async lostPort({ app, started }, healthPort) {
    if (started?.isRunning()) return false;
    const isTaken = async (/** @type {number} */ port) => (await whyNotListen(port)) === 'EADDRINUSE';
    if (await isTaken(healthPort)) return true;
    const listens = app === 'gateway' || app === 'standalone';
    if (!listens || !this.canChangePort || !(await isTaken(this.port))) return false;
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
    const [command, ...args] = [...this.commandPrefix(app), process.execPath, entry];
    const started = startProcess(command, args, {
      env: {
        // The standalone app sets the environments of its apps itself.
        ...(this.ownEnvironments[app] ?? { ...process.env, LOG_LEVEL: 'warn', ...this.variables }),
        // As in the image: source maps make every stack trace slow.
        NODE_OPTIONS: '',
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
    const deadline = Date.now() + readyTimeoutMs;
    for (; Date.now() < deadline && started?.isRunning() && !this.stopping; await sleep(pollMs)) {
      const response = await fetch(`http://127.0.0.1:${healthPort}/health/ready`, {
        signal: AbortSignal.timeout(5_000),
      }).catch(() => undefined);
      if (response?.ok) return;
    }
    throw new Failure(
      `${name} ${started?.isRunning() ? `was not ready within ${readyTimeoutMs / 1_000} s` : 'exited during startup'}.`,
    );
  }

  /** Restarts it whenever it exits. */
  async supervise(/** @type {string} */ name) {
    for (;;) {
      const { code, signal } = await this.process(name).exited;
      if (this.stopping) return;
      console.error(`The ${name} app exited (${signal ?? `code ${code}`}); restarting it.`);
      await sleep(restartDelayMs);
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
   * Sends a signal and resolves to the exit status, with the time it took.
   *
   * @param {string} name
   * @param {NodeJS.Signals} signal
   */
  async end(name, signal) {
    const start = Date.now();
    this.signal(name, signal);
    return { ...(await this.process(name).exited), tookMs: Date.now() - start };
  }

  /** Stops the gateway first, because its requests in flight need the other apps. */
  async stop(deadlineMs = 10_000) {
    this.stopping = true;
    const until = Date.now() + deadlineMs;
    for (const names of [this.named('gateway'), this.names]) {
      const processes = names.map((name) => this.process(name)).filter((started) => started?.isRunning());
      for (const started of processes) started.kill('SIGCONT');
      await Promise.all(processes.map((started) => started.stop(Math.max(0, until - Date.now()))));
    }
  }

  /** Kills all processes. The next start resumes their work. */
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
   * The response body of the API; throws unless it is 200.
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
