import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Failure } from './failure.mjs';
import { withLock } from './lock.mjs';
import { npm } from './npm.mjs';
import { project } from './project.mjs';

const stampFile = join(project, 'dist', '.postrider-build');
const roots = ['apps', 'libs'];
const settings = ['package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];
/** Compiled, or copied as it is (the assets of nest-cli.json): the page of the mail catcher. */
const isBuilt = (path) => /\.(ts|html|css|js)$/.test(path) && !/spec\.ts$|(^|[/\\])testing[/\\]/.test(path);

function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') yield* filesIn(path);
    } else if (isBuilt(relative(project, path))) yield path;
  }
}

/** What a build would read: its sources by path, size and time of change, and one hash over all of it. */
function sources() {
  const paths = roots.flatMap((root) => [...filesIn(join(project, root))]);
  const hash = createHash('sha256');
  for (const path of [...paths, ...settings.map((name) => join(project, name))]) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return { hash: hash.digest('hex'), paths: paths.map((path) => relative(project, path)) };
}

const lastBuild = () => (existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : { paths: [] });

/** The compiler leaves what it made of a source that is gone, and the migrations of a folder are loaded by what lies there. */
function removeOutputOf(vanished) {
  for (const path of vanished) {
    const outputs = path.endsWith('.ts')
      ? ['.js', '.js.map'].map((extension) => path.replace(/\.ts$/, extension))
      : [path];
    for (const output of outputs) rmSync(join(project, 'dist', output), { force: true });
  }
}

/** Compiles into dist/, unless nothing changed since the last time. */
export async function build(say) {
  if (lastBuild().hash === sources().hash) return;
  await withLock(join(project, 'dist', '.build.lock'), async () => {
    const [last, now] = [lastBuild(), sources()];
    if (last.hash === now.hash) return;
    say('Building');
    removeOutputOf(last.paths.filter((path) => !now.paths.includes(path)));
    if (!existsSync(join(project, 'dist', 'apps'))) rmSync(join(project, 'dist', '.tsbuildinfo'), { force: true });
    const { code, output } = await npm(['run', '--silent', 'build'], { stdio: ['ignore', 'pipe', 'pipe'] });
    if (code !== 0)
      throw new Failure(`${output.trimEnd()}\nThe build failed: put right what the compiler names above.`);
    mkdirSync(join(project, 'dist'), { recursive: true });
    writeFileSync(stampFile, JSON.stringify(now));
  });
}
