// The release before this one, built beside it: the last tag, or, without one, the last commit with fewer migrations, or with the same.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../scripts/lib/failure.mjs';
import { npm } from '../scripts/lib/processes.mjs';
import { project } from '../scripts/lib/project.mjs';

function git(/** @type {string[]} */ ...args) {
  const { status, stdout, stderr } = spawnSync('git', ['-C', project, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return status === 0 ? stdout.trim() : new Failure(`git ${args.join(' ')}: ${stderr}`);
}

function must(/** @type {string | Failure} */ answer) {
  if (answer instanceof Failure) throw answer;
  return answer;
}

function commitBefore() {
  const tag = git('describe', '--tags', '--abbrev=0', 'HEAD^');
  if (!(tag instanceof Failure)) return `${tag}^{commit}`;
  const migrations = 'apps/*/src/migrations/*.ts';
  const changing = must(git('log', '--format=%H', '--', migrations)).split('\n');
  const isBefore = (/** @type {string} */ commit) => {
    const changes = git('diff', '--name-status', commit, 'HEAD', '--', migrations);
    // A commit without the initial migrations has another schema; a shallow clone may have no parent at all.
    return (
      !(changes instanceof Failure) &&
      changes !== '' &&
      changes.split('\n').every((change) => change.startsWith('A') && !change.endsWith('-initial.ts'))
    );
  };
  // A later commit may have changed a migration of the release, so not only the last one counts.
  return changing.map((commit) => `${commit}^`).find(isBefore) ?? (changing[0] || 'HEAD');
}

/** The packages of that commit: those here, as long as the lockfile is the same. */
async function install(/** @type {string} */ root, /** @type {string} */ commit) {
  const packages = join(root, 'node_modules');
  const areSame = git('diff', '--quiet', commit, '--', 'package-lock.json') === '';
  const installed = lstatSync(packages, { throwIfNoEntry: false });
  if (installed?.isSymbolicLink() === areSame) return;
  rmSync(packages, { recursive: true, force: true });
  if (areSame) {
    symlinkSync(join(project, 'node_modules'), packages);
    return;
  }
  const { code, output } = await npm(['ci', '--omit=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (code !== 0) throw new Failure(`${output.trimEnd()}\nThe packages of the previous release cannot be installed`);
}

/** `{ name, root }`; the build is kept, since what a commit holds never changes. */
export async function previousRelease() {
  const commit = must(git('rev-parse', commitBefore()));
  const name = commit.slice(0, 9);
  const root = join(project, 'dist', 'releases', name);
  if (existsSync(root)) {
    await install(root, commit);
    return { name, root };
  }
  const half = `${root}.${process.pid}`;
  mkdirSync(half, { recursive: true });
  try {
    const archive = join(half, 'archive.tar');
    must(git('archive', '--format=tar', '--output', archive, commit));
    const { status, stderr } = spawnSync('tar', ['-xf', archive, '-C', half], { encoding: 'utf8' });
    if (status !== 0) throw new Failure(`tar: ${stderr}`);
    await install(half, commit);
    const { code, output } = await npm(['run', '--silent', 'build'], { cwd: half, stdio: ['ignore', 'pipe', 'pipe'] });
    if (code !== 0) throw new Failure(`${output.trimEnd()}\nThe release ${name} cannot be built`);
    rmSync(archive);
    renameSync(half, root);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    throw error;
  }
  return { name, root };
}
