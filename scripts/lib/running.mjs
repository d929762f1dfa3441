import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readHolder } from './lock.mjs';
import { dataPath, setting } from './settings.mjs';

export const startLock = (/** @type {string} */ directory) => join(directory, 'start.lock');
const noteIn = (/** @type {string} */ directory) => join(directory, 'running.json');

/** Names in secrets.json of the variables that npm start generates. */
/** @type {Record<string, string>} */
const secretNames = { SECRETS_KEY: 'secretsKey', TRACKING_KEY: 'trackingKey' };

/**
 * Writes the server URLs of a running `npm start` to a file for the operator's commands. Configured secrets are not
 * written; the commands need them in their environment, too.
 *
 * @param {string} directory
 * @param {NodeJS.ProcessEnv} variables those of the apps
 * @returns removes the file
 */
export function noteRunning(directory, variables) {
  const { DATABASE_URL, AMQP_URL, PUBLIC_URL } = variables;
  const secrets = Object.keys(secretNames).filter((name) => !variables[name]);
  const note = { variables: { DATABASE_URL, AMQP_URL, PUBLIC_URL }, secrets };
  writeFileSync(noteIn(directory), `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 });
  return () => rmSync(noteIn(directory), { force: true });
}

/**
 * The unset variables that the operator's commands need from the `npm start` that runs on DATA_DIR. Empty when
 * DATABASE_URL names another installation, or no `npm start` runs.
 */
export function runningVariables() {
  if (setting('DATABASE_URL') !== undefined) return {};
  const { path } = dataPath({ forPostgres: true });
  // A killed run leaves its file behind.
  if (!existsSync(noteIn(path)) || readHolder(startLock(path)) === undefined) return {};
  /** @type {{ variables: Record<string, string>, secrets: string[] }} */
  const { variables, secrets } = readJson(noteIn(path));
  const storedSecrets = readJson(join(path, 'secrets.json'));
  const all = { ...variables, ...Object.fromEntries(secrets.map((name) => [name, storedSecrets[secretNames[name]]])) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => setting(name) === undefined));
}

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'));
