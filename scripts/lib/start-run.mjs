import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findBroker } from './broker.mjs';
import { build } from './build.mjs';
import { Failure } from './failure.mjs';
import { install, isInstalled } from './install.mjs';
import { Installation } from './installation.mjs';
import { tryLock } from './lock.mjs';
import { isListening, freePorts } from './ports.mjs';
import { ensureDatabase, startPostgres } from './postgres.mjs';
import { startProcess, stopAll } from './processes.mjs';
import { project } from './project.mjs';
import { noteRunning, startLock } from './running.mjs';
import { checkPorts, dataDirectory, setting } from './settings.mjs';
import { listenForStop } from './stoppable.mjs';

const log = (/** @type {string} */ line) => console.log(line);
const database = 'postrider';
const usage = `npm start                  everything in one process, without a broker
npm start -- --rabbitmq    each service in its own process over RabbitMQ, as in production
npm start -- --no-install  fails when npm packages are missing, instead of running npm ci`;

// Five seconds in total. The apps stop first, because they still write to the servers.
const appStopMs = 3500;
const serverStopMs = 1300;

const publicUrl = () =>
  setting('PUBLIC_URL') ?? `${setting('TLS_CERT') ? 'https' : 'http'}://localhost:${setting('PORT') ?? 3000}`;

function readOptions(/** @type {string[]} */ args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        rabbitmq: { type: 'boolean', default: false },
        'no-install': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      log(usage);
      process.exit(0);
    }
    return values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
    process.exit(1);
  }
}

/**
 * @typedef {Pick<import('./processes.mjs').Started, 'exited' | 'stop' | 'kill'>} Server
 * @typedef {NodeJS.ProcessEnv} Variables
 */

export class StartRun {
  /** @type {(Server & { name: string, logFile: string })[]} */
  servers = [];
  packages = 'runtime';
  directory = '';
  /** @type {ReturnType<typeof tryLock> | undefined} */
  lock;
  /** @type {(() => void) | undefined} */
  removeRunningFile;
  /** @type {Pick<Server, 'stop' | 'kill'> | undefined} */
  apps;
  /** @type {Installation | undefined} */
  installation;
  /** @type {Awaited<ReturnType<StartRun['startCatcher']>>} */
  catcher;
  /** @type {NodeJS.Signals | undefined} */
  stoppedBy;
  requestStop = () => {};
  /** @type {Promise<void>} */
  stopRequested = new Promise((resolve) => {
    this.requestStop = resolve;
  });

  constructor({ rabbitmq = false, 'no-install': noInstall = false }) {
    this.rabbitmq = rabbitmq;
    this.noInstall = noInstall;
  }

  /** Resolves to the exit code. */
  async run() {
    const ownPostgres = setting('DATABASE_URL') === undefined;
    this.directory = dataDirectory({ forPostgres: ownPostgres, log });
    this.lock = await this.lockData();
    await checkPorts();
    if (!this.noInstall) await install(log, this.packages);
    else if (!isInstalled(this.packages))
      throw new Failure('npm packages are missing, and --no-install forbids installing them: run npm ci.');
    await build(log);
    if (this.stoppedBy !== undefined) return 0;
    const [databaseUrl, amqpUrl] = await this.startServers(ownPostgres);
    if (this.stoppedBy !== undefined) return 0;
    log('Starting Postrider');
    const env = { ...process.env, DATA_DIR: this.directory, DATABASE_URL: databaseUrl, AMQP_URL: amqpUrl };
    this.removeRunningFile = noteRunning(this.directory, { ...env, PUBLIC_URL: publicUrl() });
    return this.runApps(env);
  }

  /** Runs until a stop is requested, or a required server exits. */
  async runApps(/** @type {Variables} */ env) {
    /** @type {Promise<number>[]} */
    const ends = [this.stopRequested.then(() => 0), ...this.servers.map(untilLost)];
    if (this.rabbitmq) {
      await Promise.race([this.startProcesses(env), ...ends]);
      if (this.catcher !== undefined) ends.push(untilLost({ name: 'The mail catcher', ...this.catcher }));
    } else ends.push(this.startStandalone(env));
    return Promise.race(ends);
  }

  /** Prevents two runs on the same data. Waits until the processes of a killed run have exited. */
  async lockData() {
    const path = startLock(this.directory);
    let lock = tryLock(path);
    if (lock.dying) log('Waiting for the processes of a killed run to stop');
    for (; lock.dying && this.stoppedBy === undefined; lock = tryLock(path)) await sleep(100);
    if (lock.release === undefined)
      throw new Failure(
        `Another npm start (process ${lock.holder}) uses ${this.directory}: stop it, or set DATA_DIR to another directory.`,
      );
    return lock;
  }

  async startServers(/** @type {boolean} */ ownPostgres) {
    const [databaseUrl, amqpUrl] = await Promise.allSettled([
      ownPostgres ? this.startPostgres() : setting('DATABASE_URL'),
      this.rabbitmq ? this.startBroker() : (setting('AMQP_URL') ?? 'memory:'),
    ]);
    if (databaseUrl.status === 'rejected') throw databaseUrl.reason;
    if (amqpUrl.status === 'rejected') throw amqpUrl.reason;
    return [databaseUrl.value, amqpUrl.value];
  }

  async startPostgres() {
    log('Starting PostgreSQL');
    const postgres = await startPostgres({ directory: this.directory, log });
    this.servers.push({ name: 'PostgreSQL', ...postgres });
    await ensureDatabase(postgres, database);
    return postgres.getUrl(database);
  }

  async startBroker() {
    const broker = await findBroker(this.directory, log);
    if ('stop' in broker) this.servers.push({ name: 'RabbitMQ', ...broker });
    return broker.amqpUrl;
  }

  /** Resolves to its exit code. */
  startStandalone(/** @type {Variables} */ env) {
    const entry = join(project, 'dist', 'apps', 'standalone', 'src', 'main.js');
    const apps = startProcess(process.execPath, ['--enable-source-maps', entry], { cwd: project, env });
    this.apps = apps;
    return apps.exited.then(({ code, signal }) => {
      if (signal && this.stoppedBy === undefined) log(`Postrider was ended by ${signal}. Stopping.`);
      return code ?? 1;
    });
  }

  /** Resolves once the apps are ready. Apps that exit are restarted. */
  async startProcesses(/** @type {Variables} */ env) {
    const catcher = await this.startCatcher(env);
    this.catcher = catcher;
    const variables = {
      ...env,
      PORT: setting('PORT') ?? '3000',
      SMTP_PORT: setting('SMTP_PORT') ?? '2525',
      ...catcher?.variables,
    };
    const installation = await Installation.start({ variables, supervised: true });
    this.installation = installation;
    this.apps = {
      kill: () => installation.kill(),
      stop: async (deadlineMs) => {
        await installation.stop(deadlineMs);
        await catcher?.stop(serverStopMs);
      },
    };
    log(installation.banner);
    log(
      `${installation.names.map((name) => `  ${name.padEnd(10)} process ${installation.process(name).pid}`).join('\n')}\n`,
    );
  }

  /** Resolves to the ports once the catcher accepts email; to undefined when another SMTP server is configured. */
  async startCatcher(/** @type {Variables} */ env) {
    if (setting('DEFAULT_SMTP_URL') !== undefined) return undefined;
    const free = await freePorts(2);
    /** @type {(name: string, fallback: number, free: number | undefined) => string} */
    const getPort = (name, fallback, free) => String(Number(setting(name) ?? fallback) || free);
    const variables = {
      CATCHER_HTTP_PORT: getPort('CATCHER_HTTP_PORT', 8025, free[0]),
      CATCHER_SMTP_PORT: getPort('CATCHER_SMTP_PORT', 1025, free[1]),
    };
    const catcher = startProcess(process.execPath, [join(project, 'dist', 'apps', 'catcher', 'src', 'main.js')], {
      env: {
        ...env,
        ...variables,
        CATCHER_DIRECTORY: join(this.directory, 'mail'),
        CATCHER_API_URL: `${publicUrl()}/api/v1`,
      },
    });
    while (catcher.isRunning() && !(await isListening(Number(variables.CATCHER_SMTP_PORT)))) await sleep(50);
    if (!catcher.isRunning()) throw new Failure('The mail catcher exited during startup.');
    return { variables, stop: catcher.stop, exited: catcher.exited };
  }

  interrupt(/** @type {NodeJS.Signals} */ signal) {
    this.stoppedBy = signal;
    log('\nStopping');
    if (this.apps === undefined) stopAll(); // still starting, so nothing accepted can be lost
    this.requestStop();
  }

  /** Kills everything. The next start resumes the work of the apps. */
  kill() {
    this.apps?.kill();
    for (const server of this.servers) server.kill();
    this.lock?.release?.();
  }

  async clear() {
    if (this.apps === undefined) stopAll();
    await this.apps?.stop(appStopMs);
    this.removeRunningFile?.();
    await Promise.all(this.servers.map((server) => server.stop(serverStopMs)));
    this.lock?.release?.();
  }
}

/**
 * @param {{ name: string, exited: Promise<unknown>, logFile?: string }} server
 * @returns {Promise<never>}
 */
async function untilLost({ name, exited, logFile }) {
  await exited;
  throw new Failure(`${name} exited unexpectedly. Stopping${logFile === undefined ? '' : `: see ${logFile}`}.`);
}

/**
 * Runs until the end or a stop, then cleans up. The first Ctrl-C stops gracefully, the second kills.
 *
 * @param {StartRun} run
 */
export async function runToEnd(run) {
  listenForStop(
    (signal) => run.interrupt(signal),
    () => {
      run.kill();
      process.exit(130);
    },
  );
  try {
    process.exitCode = await run.run();
  } catch (error) {
    if (run.stoppedBy === undefined) {
      console.error(error instanceof Failure ? error.message : error);
      process.exitCode = 1;
    }
  } finally {
    await run.clear();
  }
}

export const start = (/** @type {string[]} */ args) => runToEnd(new StartRun(readOptions(args)));
