// The release before this one, built beside it: the last tag, or, while there is none, the last commit whose database looked otherwise.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../scripts/lib/failure.mjs';
import { npm } from '../scripts/lib/npm.mjs';
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
  if (!(tag instanceof Failure)) return must(git('rev-parse', `${tag}^{commit}`));
  const migrations = 'apps/*/src/migrations/*.ts';
  const before = must(git('log', '--format=%H', '--', migrations))
    .split('\n')
    .map((commit) => `${commit}^`);
  // Until something is released, a migration may still be changed by a later commit.
  const found = before.find((commit) => {
    const changes = must(git('diff', '--name-status', commit, 'HEAD', '--', migrations)).split('\n');
    return changes[0] !== '' && changes.every((change) => change.startsWith('A'));
  });
  if (found === undefined) throw new Failure('There is no commit before this one whose database looked otherwise');
  return must(git('rev-parse', found));
}

/** `{ name, root }`; the folder is kept, since what a commit holds never changes. */
export async function previousRelease() {
  const commit = commitBefore();
  const name = commit.slice(0, 9);
  const root = join(project, 'dist', 'releases', name);
  if (existsSync(root)) return { name, root };
  const half = `${root}.${process.pid}`;
  mkdirSync(half, { recursive: true });
  try {
    const archive = join(half, 'archive.tar');
    must(git('archive', '--format=tar', '--output', archive, commit));
    const { status, stderr } = spawnSync('tar', ['-xf', archive, '-C', half], { encoding: 'utf8' });
    if (status !== 0) throw new Failure(`tar: ${stderr}`);
    symlinkSync(join(project, 'node_modules'), join(half, 'node_modules'));
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
