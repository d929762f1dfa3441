// A copy of the built services with the changes that the simulator makes.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../scripts/lib/project.mjs';

/** @typedef {{ file: string, from: string, to: string }} Change `from` occurs once in the built file */

/** @type {readonly Change[]} */
const always = [
  {
    // Services scan for missed work every second or two, which would be most of a simulated hour. Code that adds
    // work wakes the task, so only work of a process that crashed waits for a scan.
    file: 'libs/concurrency/src/periodic-task.js',
    from: 'this.#period = period;',
    to: 'const { name } = this.constructor; this.#period = { ...period, get everyMs() { return Math.max(period.everyMs, globalThis.scanEveryMs(name)); } };',
  },
  {
    // Then all connections would be idle for so long that each scan opens a new one.
    file: 'libs/service/src/database.js',
    from: 'connectionTimeoutMillis: connectTimeoutMs,',
    to: 'connectionTimeoutMillis: connectTimeoutMs, idleTimeoutMillis: 0,',
  },
];

/**
 * Copies simulator and services to `directory` and returns the file to run.
 *
 * @param {string} directory
 * @param {readonly Change[]} changes
 */
export function changedCopy(directory, changes) {
  mkdirSync(join(directory, 'dist'), { recursive: true });
  for (const part of ['package.json', 'simulation', 'scripts', join('dist', 'apps'), join('dist', 'libs')])
    cpSync(join(project, part), join(directory, part), { recursive: true, filter: (path) => !path.endsWith('.map') });
  symlinkSync(join(project, 'node_modules'), join(directory, 'node_modules'));
  for (const change of [...always, ...changes])
    writeFileSync(join(directory, 'dist', change.file), changed(change, directory));
  return join(directory, 'simulation', 'seed.mjs');
}

/** The changed text of a file. @throws if the build has changed, so that it does not apply */
export function changed(/** @type {Change} */ { file, from, to }, directory = project) {
  const source = readFileSync(join(directory, 'dist', file), 'utf8');
  if (source.split(from).length !== 2) throw new Error(`${file} must contain once: ${from}`);
  return source.replace(from, () => to);
}
