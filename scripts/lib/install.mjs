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

/** Changes when what must be installed does. Another machine type needs other binaries; another Node does not. */
const wantedStamp = () =>
  createHash('sha256').update(readFileSync(lockfile)).update(`${process.platform}-${process.arch}`).digest('hex');

const serves = (list, value) => list === undefined || list.includes(value);

/** Whether somebody ran npm already: what npm says is in node_modules is what the lockfile asks for on this machine. */
function installedByHand() {
  const record = join(project, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readJson(record).packages;
  return Object.entries(readJson(lockfile).packages).every(([path, wanted]) => {
    if (path === '' || wanted.link) return true;
    if (installed[path] !== undefined) return installed[path].version === wanted.version;
    const forThisMachine =
      serves(wanted.os, process.platform) && serves(wanted.cpu, process.arch) && wanted.libc === undefined;
    return wanted.optional === true && (wanted.peer === true || !forThisMachine);
  });
}

const upToDate = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wantedStamp();

/** Brings node_modules to what package-lock.json says, unless it is there already. */
export async function install(say) {
  if (upToDate()) return;
  await withLock(join(project, 'dist', '.install.lock'), async () => {
    if (upToDate()) return;
    if (!installedByHand()) {
      say('Installing dependencies (npm ci)');
      // With the tools of development, even where NODE_ENV says production: the build needs them.
      const { code } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
      if (code !== 0)
        throw new Failure(
          'The dependencies could not be installed: see what npm says above, and whether the npm registry can be reached.',
        );
    }
    writeFileSync(stampFile, wantedStamp());
  });
}
