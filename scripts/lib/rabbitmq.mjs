import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, reasonIn } from './failure.mjs';
import { isListening, freePorts } from './ports.mjs';
import { startProcess } from './processes.mjs';

const startDeadlineMs = 90_000;
const user = 'postrider';
const dockerImage = 'rabbitmq:4-management';

// Debian's /usr/sbin/rabbitmq-server switches to the user rabbitmq and its directories; the script that it calls does
// not.
const serverFolders = [
  '/usr/lib/rabbitmq/bin',
  '/opt/homebrew/sbin',
  '/usr/local/sbin',
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
];
const toolFolders = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/lib/erlang/bin',
  '/opt/homebrew/bin',
  '/usr/local/bin',
  '/usr/bin',
];
const find = (/** @type {string} */ name, /** @type {string[]} */ folders) =>
  folders
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** Path of the installed RabbitMQ server, or undefined when it or epmd is missing. */
export function findRabbitmqServer(inServerFolders = serverFolders, inToolFolders = toolFolders) {
  return find('epmd', inToolFolders) && find('rabbitmq-server', inServerFolders);
}

export const noRabbitmq =
  'RabbitMQ is not installed: install it (Debian, Ubuntu: apt-get install rabbitmq-server; macOS: brew install rabbitmq), with the folders of rabbitmq-server and Erlang’s epmd on PATH.';

/** Whether a Docker daemon runs. */
export const isDockerRunning = () =>
  spawnSync('docker', ['version', '--format', '{{.Server.Version}}'], { stdio: 'ignore', timeout: 10_000 }).status ===
  0;

function passwordIn(/** @type {string} */ directory) {
  const file = join(directory, 'rabbitmq.password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/**
 * @param {string} managementUrl
 * @param {string} password
 * @returns {Promise<string | undefined>} the version
 */
async function isManagementReady(managementUrl, password) {
  try {
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    const response = await fetch(`${managementUrl}/api/overview`, {
      headers: { authorization },
      signal: AbortSignal.timeout(2000),
    });
    const { rabbitmq_version } = /** @type {{ rabbitmq_version?: string }} */ (await response.json());
    return response.ok ? rabbitmq_version : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Resolves to the version once the broker serves both ports, or to undefined when it exited or timed out.
 *
 * @param {{ broker: import('./processes.mjs').Started, amqpPort: number, managementUrl: string, password: string }}
 *   started
 */
async function untilReady({ broker, amqpPort, managementUrl, password }) {
  for (const deadline = Date.now() + startDeadlineMs; Date.now() < deadline && broker.isRunning(); await sleep(100)) {
    const version = await isManagementReady(managementUrl, password);
    if (version !== undefined && (await isListening(amqpPort))) return version;
  }
  return undefined;
}

/** Erlang repeats the reason in the line `Kernel pid terminated`, after long reports. */
const erlangReasonIn = (/** @type {string} */ log) =>
  /^Kernel pid terminated.*?(\{.*\})/m.exec(log)?.[1].slice(0, 300) ?? reasonIn(log);

/**
 * @param {string} directory
 * @param {{ amqpPort: number, managementPort: number, password: string, configuration: string[] }} wanted
 */
function writeConfiguration(directory, { amqpPort, managementPort, password, configuration }) {
  for (const folder of ['home', 'log', 'data']) mkdirSync(join(directory, folder), { recursive: true, mode: 0o700 });
  writeFileSync(join(directory, 'enabled_plugins'), '[rabbitmq_management].\n');
  writeFileSync(join(directory, 'rabbitmq-env.conf'), '');
  writeFileSync(
    join(directory, 'rabbitmq.conf'),
    [
      `listeners.tcp.1 = 127.0.0.1:${amqpPort}`,
      'management.tcp.ip = 127.0.0.1',
      `management.tcp.port = ${managementPort}`,
      `default_user = ${user}`,
      `default_pass = ${password}`,
      'disk_free_limit.absolute = 50MB',
      'log.console = false',
      'log.file.level = warning',
      ...configuration,
      '',
    ].join('\n'),
    { mode: 0o600 },
  );
}

/**
 * @param {string} directory
 * @param {string} server
 * @param {Pick<Options, 'ports' | 'nodename'> & { durable: boolean, configuration: string[] }} options
 */
async function launch(directory, server, { durable, ports, nodename: givenName, configuration }) {
  const epmd = find('epmd', toolFolders) ?? 'epmd';
  const [amqpPort, managementPort, distributionPort, epmdPort] = ports ?? (await freePorts(4));
  const password = passwordIn(directory);
  const nodename = givenName ?? (durable ? 'postrider@localhost' : `postrider-${process.pid}-${amqpPort}@localhost`);
  writeConfiguration(directory, { amqpPort, managementPort, password, configuration });
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('RABBITMQ_'))),
    HOME: join(directory, 'home'), // where Erlang keeps its cookie
    ERL_EPMD_PORT: String(epmdPort),
    ERL_CRASH_DUMP_SECONDS: '0', // none
    RABBITMQ_NODENAME: nodename,
    RABBITMQ_CONF_ENV_FILE: join(directory, 'rabbitmq-env.conf'),
    RABBITMQ_CONFIG_FILE: join(directory, 'rabbitmq.conf'),
    RABBITMQ_ADVANCED_CONFIG_FILE: join(directory, 'advanced.config'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(directory, 'enabled_plugins'),
    RABBITMQ_MNESIA_BASE: join(directory, 'data'),
    RABBITMQ_LOG_BASE: join(directory, 'log'),
    RABBITMQ_PID_FILE: join(directory, 'pid'),
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_MAX_NUMBER_OF_PROCESSES: '131072', // the default of a million slows every start by seconds
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
    RUNNING_UNDER_SYSTEMD: 'true', // the script execs the server, so that the child's pid is that of the server
  };
  // Runs epmd in the foreground, because the one that RabbitMQ would start becomes a daemon and outlives it.
  const names = startProcess(epmd, ['-port', String(epmdPort), '-address', '127.0.0.1'], {
    stdio: 'ignore',
    cwd: directory,
    env,
  });
  const logFile = join(directory, 'rabbitmq.log');
  const log = openSync(logFile, 'w', 0o600);
  const broker = startProcess(server, [], {
    stdio: ['ignore', log, log],
    cwd: directory,
    env,
    stopSignal: durable ? 'SIGTERM' : 'SIGKILL',
  });
  closeSync(log);
  const stop = async (/** @type {number} */ deadlineMs) => {
    await broker.stop(deadlineMs);
    await names.stop(1000);
  };
  const managementUrl = `http://127.0.0.1:${managementPort}`;
  const version = await untilReady({ broker, amqpPort, managementUrl, password });
  if (version === undefined) {
    await stop(1000);
    return { reason: erlangReasonIn(readFileSync(logFile, 'utf8')) };
  }
  return {
    amqpUrl: `amqp://${user}:${password}@127.0.0.1:${amqpPort}`,
    managementUrl,
    user,
    pass: password,
    nodename,
    env,
    version,
    pid: broker.pid,
    exited: broker.exited,
    logFile,
    stop,
    ports: [amqpPort, managementPort, distributionPort, epmdPort],
    kill: () => {
      broker.kill();
      names.kill();
    },
  };
}

/**
 * Starts a RabbitMQ on the loopback interface and free ports, with all its files in `directory`.
 *
 * @typedef {object} Options
 * @property {string} directory
 * @property {string | undefined} [server]
 * @property {typeof findRabbitmqServer} [find]
 * @property {boolean} [durable] false only for tests: it is killed, and its data is not reused
 * @property {number[] | undefined} [ports] those of an earlier start, for clients that reconnect
 * @property {string | undefined} [nodename] for a cluster node
 * @property {string[]} [configuration] additional lines of rabbitmq.conf
 * @typedef {Awaited<ReturnType<typeof startRabbitmq>>} Rabbitmq
 * @param {Options} options
 * @returns the broker; `env` has the variables for `rabbitmqctl`
 */
export async function startRabbitmq({
  directory,
  server,
  find: findServer = findRabbitmqServer,
  durable = true,
  ports,
  nodename,
  configuration = [],
}) {
  const found = server ?? findServer();
  if (found === undefined) throw new Failure(noRabbitmq);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const options = { durable, ports, nodename, configuration };
  let broker = await launch(directory, found, options);
  if (broker.amqpUrl === undefined) broker = await launch(directory, found, options);
  if (broker.amqpUrl === undefined)
    throw new Failure(
      `RabbitMQ does not start: ${broker.reason} (logs: ${directory}); fix that, or set AMQP_URL to your own RabbitMQ.`,
    );
  return broker;
}

/** Starts RabbitMQ in a container, for machines without an installed one. */
export async function startRabbitmqInDocker(/** @type {string} */ directory) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const [amqpPort, managementPort] = await freePorts(2);
  const password = passwordIn(directory);
  const logFile = join(directory, 'rabbitmq.log');
  const log = openSync(logFile, 'w', 0o600);
  const container = startProcess(
    'docker',
    [
      'run',
      '--rm',
      '--publish',
      `127.0.0.1:${amqpPort}:5672`,
      '--publish',
      `127.0.0.1:${managementPort}:15672`,
      '--env',
      `RABBITMQ_DEFAULT_USER=${user}`,
      '--env',
      `RABBITMQ_DEFAULT_PASS=${password}`,
      dockerImage,
    ],
    { stdio: ['ignore', log, log] },
  );
  closeSync(log);
  const managementUrl = `http://127.0.0.1:${managementPort}`;
  const version = await untilReady({ broker: container, amqpPort, managementUrl, password });
  if (version === undefined) {
    await container.stop(20_000);
    throw new Failure(`RabbitMQ does not start in Docker: ${reasonIn(readFileSync(logFile, 'utf8'))}`);
  }
  return {
    amqpUrl: `amqp://${user}:${password}@127.0.0.1:${amqpPort}`,
    managementUrl,
    user,
    pass: password,
    version,
    pid: container.pid,
    exited: container.exited,
    logFile,
    stop: () => container.stop(20_000),
    kill: () => container.kill('SIGTERM'),
  };
}
