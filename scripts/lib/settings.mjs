import { accessSync, chmodSync, constants, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Failure } from './failure.mjs';
import { whyNotListen } from './ports.mjs';
import { reachable, getSharedState } from './postgres.mjs';
import { project } from './project.mjs';

/** @type {[name: string, fallback: number, purpose: string][]} */
const ports = [
  ['PORT', 3000, 'the API'],
  ['SMTP_PORT', 2525, 'email by SMTP'],
  ['CATCHER_HTTP_PORT', 8025, 'the mail catcher’s page'],
  ['CATCHER_SMTP_PORT', 1025, 'the mail catcher’s SMTP server'],
];

/** Treats an empty variable as unset. */
export const setting = (/** @type {string} */ name) => process.env[name] || undefined;

/** @throws Failure for the first port that is invalid, used twice, or taken. */
export async function checkPorts() {
  const needed = setting('DEFAULT_SMTP_URL') === undefined ? ports : ports.slice(0, 2); // no catcher with another SMTP server
  const seen = new Map();
  for (const [name, fallback, purpose] of needed) {
    const port = Number(setting(name) ?? fallback);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new Failure(`${name} must be a port number from 0 to 65535.`);
    if (port === 0) continue;
    if (seen.has(port))
      throw new Failure(`${seen.get(port)} and ${name} are both ${port}: set one of them to another port.`);
    seen.set(port, name);
    const problem = await whyNotListen(port, name.startsWith('CATCHER') ? undefined : setting('HOST'));
    if (problem === 'EADDRINUSE')
      throw new Failure(
        `Port ${port}, for ${purpose}, is taken: stop the process that listens there, or set ${name} to another port.`,
      );
    if (problem === 'EACCES')
      throw new Failure(
        `Port ${port}, for ${purpose}, needs more rights than you have: set ${name} to a port from 1024 up.`,
      );
    if (problem !== undefined)
      throw new Failure(
        `Cannot listen on port ${port}, for ${purpose} (${problem}): set ${name === 'PORT' ? 'HOST or PORT' : name} to something else.`,
      );
  }
}

/**
 * Creates parents one by one, because a recursive mkdir of Node never ends where directories cannot be created, as in
 * /proc.
 *
 * @param {string} directory
 * @param {number} mode
 */
function makeDirectory(directory, mode) {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory), mode);
  mkdirSync(directory, { mode });
}

function prepare(/** @type {string} */ directory) {
  makeDirectory(directory, process.getuid?.() === 0 ? 0o711 : 0o700); // root's directory must be traversable, because PostgreSQL runs as another user
  accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  const probe = join(directory, `.probe.${process.pid}`);
  writeFileSync(probe, '');
  rmSync(probe);
  return directory;
}

/** Makes root's own directory, for example one of `mktemp -d`, traversable but not listable. */
function openToPass(/** @type {string} */ directory) {
  const { uid, mode } = statSync(directory);
  if (uid !== process.getuid?.() || reachable(directory)) return;
  chmodSync(directory, (mode & 0o777) | 0o011);
  if (!reachable(directory)) chmodSync(directory, mode & 0o777); // a parent directory is private
}

/**
 * The absolute path of DATA_DIR, by default `data` in the project. Root gets another default when the project is in a
 * private directory, because PostgreSQL could not reach it.
 *
 * @param {{ forPostgres: boolean }} use
 */
export function dataPath({ forPostgres }) {
  const configured = setting('DATA_DIR');
  const closed = configured === undefined && forPostgres && !reachable(project);
  return { path: closed ? getSharedState(project) : resolve(configured ?? join(project, 'data')), closed };
}

/**
 * Returns the data directory and creates it if missing.
 *
 * @param {{ forPostgres: boolean, log: (line: string) => void }} use
 * @throws Failure when it is not writable.
 */
export function dataDirectory({ forPostgres, log }) {
  const { path: directory, closed } = dataPath({ forPostgres });
  try {
    prepare(directory);
    if (forPostgres) openToPass(directory);
    if (closed)
      log(
        `Keeping the data in ${directory}: PostgreSQL does not run as root, and other users cannot access ${project}`,
      );
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Failure(
      `Cannot write to the data directory ${directory} (${code ?? message}): set DATA_DIR to a directory that you can write to.`,
    );
  }
  return directory;
}
