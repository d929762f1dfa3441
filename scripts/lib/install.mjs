import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { withLock } from './lock.mjs';
import { npm } from './processes.mjs';
import { project } from './project.mjs';

/** @type {(path: string) => Packages} */
const packagesIn = (path) => JSON.parse(readFileSync(join(project, path), 'utf8')).packages;
const serves = (/** @type {string[] | undefined} */ list, /** @type {string} */ value) => !list || list.includes(value);

/**
 * Whether node_modules, by the record that npm leaves there, has every package of the lockfile that this machine needs.
 *
 * @typedef {{ version?: string, os?: string[], cpu?: string[], libc?: string[] }} Wanted
 * @typedef {Partial<Record<'link' | 'dev' | 'devOptional' | 'optional' | 'peer', boolean>>} Marks
 * @typedef {Record<string, Wanted & Marks>} Packages
 * @param {Packages} locked
 * @param {Packages} installed
 * @param {string} packages
 */
export function isComplete(
  locked,
  installed,
  packages,
  { platform, arch } = /** @type {{ platform: string, arch: string }} */ (process),
) {
  return Object.entries(locked).every(([path, wanted]) => {
    // The project and its workspaces are no packages to install.
    if (!path.includes('node_modules/') || wanted.link) return true;
    if (installed[path]) return installed[path].version === wanted.version;
    if (packages === 'runtime' && (wanted.dev || wanted.devOptional)) return true;
    // npm leaves out binaries for other machines and what only these need, which names no machine.
    const isBinary = wanted.os !== undefined || wanted.cpu !== undefined;
    const forThisMachine = isBinary && !wanted.libc && serves(wanted.os, platform) && serves(wanted.cpu, arch);
    return wanted.optional === true && (wanted.peer === true || !forThisMachine);
  });
}

/** Whether node_modules has these packages: `all`, or those of the `runtime` alone. */
export function isInstalled(/** @type {string} */ packages) {
  const record = 'node_modules/.package-lock.json';
  return existsSync(join(project, record)) && isComplete(packagesIn('package-lock.json'), packagesIn(record), packages);
}

/**
 * Brings node_modules to the state of package-lock.json, unless it is there already.
 *
 * @param {(line: string) => void} say
 * @param wanted `runtime`: what building and running needs; `all`: the tools of development as well
 */
export async function install(say, wanted = 'all') {
  // A developer keeps the tools when the lockfile changes.
  const packages = existsSync(join(project, 'node_modules', 'jest')) ? 'all' : wanted;
  if (isInstalled(packages)) return;
  await withLock(join(project, 'dist', '.install.lock'), async () => {
    if (isInstalled(packages)) return;
    say('Installing dependencies (npm ci)');
    const { code } = await npm(
      ['ci', packages === 'all' ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'],
      { stdio: ['ignore', process.stderr, 'inherit'] },
    );
    if (code !== 0)
      throw new Failure(
        'The dependencies could not be installed: see what npm says above, and whether the npm registry can be reached.',
      );
  });
}
