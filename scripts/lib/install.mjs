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
 * Whether node_modules has every package of the lockfile that this machine needs, according to npm's own record there.
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
    // The project and its workspaces are not installed.
    if (!path.includes('node_modules/') || wanted.link) return true;
    if (installed[path]) return installed[path].version === wanted.version;
    if (packages === 'runtime' && (wanted.dev || wanted.devOptional)) return true;
    // npm skips binaries for other platforms and their dependencies, which name no platform.
    const isBinary = wanted.os !== undefined || wanted.cpu !== undefined;
    const forThisMachine = isBinary && !wanted.libc && serves(wanted.os, platform) && serves(wanted.cpu, arch);
    return wanted.optional === true && (wanted.peer === true || !forThisMachine);
  });
}

/** Whether node_modules has these packages: `all`, or only those of the `runtime`. */
export function isInstalled(/** @type {string} */ packages) {
  const record = 'node_modules/.package-lock.json';
  return existsSync(join(project, record)) && isComplete(packagesIn('package-lock.json'), packagesIn(record), packages);
}

/**
 * Runs npm ci unless node_modules matches package-lock.json.
 *
 * @param {(line: string) => void} log
 * @param wanted `runtime`: packages to build and run; `all`: also development tools
 */
export async function install(log, wanted = 'all') {
  // Development tools stay installed when the lockfile changes.
  const packages = existsSync(join(project, 'node_modules', 'jest')) ? 'all' : wanted;
  if (isInstalled(packages)) return;
  await withLock(join(project, 'dist', '.install.lock'), async () => {
    if (isInstalled(packages)) return;
    log('Installing dependencies (npm ci)');
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
