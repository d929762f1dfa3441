import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { withLock } from './lock.mjs';
import { npm } from './processes.mjs';
import { project } from './project.mjs';

const lockfile = join(project, 'package-lock.json');
const stampFile = join(project, 'node_modules', '.postrider-install');
const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'));

/** Changes with the lockfile and the machine type, which needs other binaries; not with the Node version. */
const stampOf = (/** @type {string} */ packages) =>
  `${packages} ${createHash('sha256').update(readFileSync(lockfile)).update(`${process.platform}-${process.arch}`).digest('hex')}`;

const serves = (/** @type {string[] | undefined} */ list, /** @type {string} */ value) =>
  list === undefined || list.includes(value);

/**
 * Whether node_modules already holds what the lockfile asks for on this machine, because somebody ran npm.
 *
 * @param {string} packages
 */
function installedByHand(packages) {
  /** @typedef {{ version: string, os?: string[], cpu?: string[], libc?: string[] }} Wanted */
  /** @typedef {Partial<Record<'link' | 'dev' | 'devOptional' | 'optional' | 'peer', boolean>>} Marks */
  const record = join(project, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  /** @type {Record<string, Wanted & Marks>[]} */
  const [installed, locked] = [record, lockfile].map((path) => readJson(path).packages);
  return Object.entries(locked).every(([path, wanted]) => {
    if (path === '' || wanted.link) return true;
    if (installed[path] !== undefined) return installed[path].version === wanted.version;
    if (packages === 'runtime' && (wanted.dev || wanted.devOptional)) return true;
    const forThisMachine =
      serves(wanted.os, process.platform) && serves(wanted.cpu, process.arch) && wanted.libc === undefined;
    return wanted.optional === true && (wanted.peer === true || !forThisMachine);
  });
}

function isInstalled(/** @type {string} */ packages) {
  const stamp = existsSync(stampFile) && readFileSync(stampFile, 'utf8');
  return stamp === stampOf('all') || stamp === stampOf(packages);
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
    if (!installedByHand(packages)) {
      say('Installing dependencies (npm ci)');
      const { code } = await npm([
        'ci',
        packages === 'all' ? '--include=dev' : '--omit=dev',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ]);
      if (code !== 0)
        throw new Failure(
          'The dependencies could not be installed: see what npm says above, and whether the npm registry can be reached.',
        );
    }
    writeFileSync(stampFile, stampOf(packages));
  });
}
