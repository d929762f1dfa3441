import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holderOf } from './lock.mjs';
import { dataPath, setting } from './settings.mjs';

export const startLock = (/** @type {string} */ directory) => join(directory, 'start.lock');
const noteIn = (/** @type {string} */ directory) => join(directory, 'running.json');

/** Of the variables that npm start makes and keeps: their names in secrets.json. */
/** @type {Record<string, string>} */
const secretNames = { SECRETS_KEY: 'secretsKey', TRACKING_KEY: 'trackingKey' };

/**
 * Notes where the servers of a running `npm start` are, for the operator's commands beside it. A secret that was given to it is not written
 * down, and has to be given to them.
 *
 * @param {string} directory
 * @param {NodeJS.ProcessEnv} variables as the apps have them
 * @returns what takes the note away
 */
export function noteRunning(directory, variables) {
  const { DATABASE_URL, AMQP_URL, PUBLIC_URL } = variables;
  const secrets = Object.keys(secretNames).filter((name) => !variables[name]);
  const note = { variables: { DATABASE_URL, AMQP_URL, PUBLIC_URL }, secrets };
  writeFileSync(noteIn(directory), `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 });
  return () => rmSync(noteIn(directory), { force: true });
}

/**
 * The variables that the operator's commands need, of the `npm start` that runs on DATA_DIR; those that are set stay as they are. None where
 * DATABASE_URL names another installation, or nothing runs.
 */
export function runningVariables() {
  if (setting('DATABASE_URL') !== undefined) return {};
  const { path } = dataPath({ forPostgres: true });
  // What was killed left its note behind.
  if (!existsSync(noteIn(path)) || holderOf(startLock(path)) === undefined) return {};
  /** @type {{ variables: Record<string, string>, secrets: string[] }} */
  const { variables, secrets } = readJson(noteIn(path));
  const kept = readJson(join(path, 'secrets.json'));
  const all = { ...variables, ...Object.fromEntries(secrets.map((name) => [name, kept[secretNames[name]]])) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => setting(name) === undefined));
}

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'));
