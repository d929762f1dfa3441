import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { withLock } from './lock.mjs';
import { npm } from './npm.mjs';
import { project } from './project.mjs';

const lockfile = join(project, 'package-lock.json');
const stampFile = join(project, 'node_modules', '.postrider-install');
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Changes with the lockfile and the machine type, which needs other binaries; not with the Node version. */
const stampOf = (packages) =>
  `${packages} ${createHash('sha256').update(readFileSync(lockfile)).update(`${process.platform}-${process.arch}`).digest('hex')}`;

const serves = (list, value) => list === undefined || list.includes(value);

/** Whether node_modules already holds what the lockfile asks for on this machine, because somebody ran npm. */
function installedByHand(packages) {
  const record = join(project, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readJson(record).packages;
  return Object.entries(readJson(lockfile).packages).every(([path, wanted]) => {
    if (path === '' || wanted.link) return true;
    if (installed[path] !== undefined) return installed[path].version === wanted.version;
    if (packages === 'runtime' && (wanted.dev || wanted.devOptional)) return true;
    const forThisMachine =
      serves(wanted.os, process.platform) && serves(wanted.cpu, process.arch) && wanted.libc === undefined;
    return wanted.optional === true && (wanted.peer === true || !forThisMachine);
  });
}

function isInstalled(packages) {
  const stamp = existsSync(stampFile) && readFileSync(stampFile, 'utf8');
  return stamp === stampOf('all') || stamp === stampOf(packages);
}

/**
 * Brings node_modules to the state of package-lock.json, unless it is there already.
 *
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
