// Builds the previous release: the last tag, else the last commit with fewer (or the same) migrations.
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

function must(/** @type {string | Failure} */ response) {
  if (response instanceof Failure) throw response;
  return response;
}

function commitBefore() {
  const tag = git('describe', '--tags', '--abbrev=0', 'HEAD^');
  if (!(tag instanceof Failure)) return `${tag}^{commit}`;
  const migrations = 'apps/*/src/migrations/*.ts';
  const changing = must(git('log', '--format=%H', '--', migrations)).split('\n');
  const isBefore = (/** @type {string} */ commit) => {
    const changes = git('diff', '--name-status', commit, 'HEAD', '--', migrations);
    // A commit without the initial migrations has another schema; a shallow clone may lack the parent.
    return (
      !(changes instanceof Failure) &&
      changes !== '' &&
      changes.split('\n').every((change) => change.startsWith('A') && !change.endsWith('-initial.ts'))
    );
  };
  // A later commit may have changed a migration of the release, so earlier commits count, too.
  return changing.map((commit) => `${commit}^`).find(isBefore) ?? (changing[0] || 'HEAD');
}

/** Installs the packages of that commit; links the current ones if the lockfile is the same. */
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

/** `{ name, root }`; the build is cached by commit. */
export async function previousRelease() {
  const commit = must(git('rev-parse', commitBefore()));
  const name = commit.slice(0, 9);
  const root = join(project, 'dist', 'releases', name);
  if (existsSync(root)) {
    await install(root, commit);
    return { name, root };
  }
  const temporary = `${root}.${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  try {
    const archive = join(temporary, 'archive.tar');
    must(git('archive', '--format=tar', '--output', archive, commit));
    const { status, stderr } = spawnSync('tar', ['-xf', archive, '-C', temporary], { encoding: 'utf8' });
    if (status !== 0) throw new Failure(`tar: ${stderr}`);
    await install(temporary, commit);
    const { code, output } = await npm(['run', '--silent', 'build'], {
      cwd: temporary,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (code !== 0) throw new Failure(`${output.trimEnd()}\nThe release ${name} cannot be built`);
    rmSync(archive);
    renameSync(temporary, root);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
  return { name, root };
}
