import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Failure } from './failure.mjs';
import { withLock } from './lock.mjs';
import { npm, run } from './processes.mjs';
import { project } from './project.mjs';

const stampFile = join(project, 'dist', '.postrider-build');
const dashboardFolder = join('apps', 'dashboard');
/** @typedef {import('./processes.mjs').StartOptions} StartOptions */

/**
 * The services with copied files (documentation, catcher page, starter templates), and the dashboard, which changes
 * less often.
 */
const parts = {
  services: {
    build: (/** @type {StartOptions} */ options) => run(process.execPath, ['scripts/build-services.mjs'], options),
    roots: ['apps', 'libs', 'docs'],
    settings: ['package-lock.json', 'tsconfig.json', 'scripts/build-services.mjs'],
    isBuilt: (/** @type {string} */ path) =>
      /\.(ts|html|css|js|md|png|mjml|txt|po)$|\/details\.json$/.test(path) && !path.startsWith(dashboardFolder),
  },
  dashboard: {
    build: (/** @type {StartOptions} */ options) =>
      npm(['run', '--silent', 'build', '--workspace', dashboardFolder], options),
    roots: [dashboardFolder, join('libs', 'client')],
    settings: ['package-lock.json'],
    isBuilt: (/** @type {string} */ path) => /\.(tsx?|html|css|js|po|svg)$/.test(path),
  },
};
const isForTests = (/** @type {string} */ path) => /spec\.tsx?$|(^|[/\\])testing[/\\]/.test(path);

/**
 * @param {string} folder
 * @returns {Generator<string>}
 */
function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') yield* filesIn(path);
    } else yield path;
  }
}

/**
 * A hash of the paths, sizes and modification times of all inputs of a build.
 *
 * @param {Pick<typeof parts.services, 'roots' | 'settings' | 'isBuilt'>} part
 */
function hashSources({ roots, settings, isBuilt }) {
  const paths = roots
    .flatMap((root) => [...filesIn(join(project, root))])
    .filter((path) => isBuilt(relative(project, path)) && !isForTests(relative(project, path)));
  const hash = createHash('sha256');
  for (const path of [...paths, ...settings.map((name) => join(project, name))]) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

const hashes = () => Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, hashSources(part)]));
const lastBuild = () => (existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {});
/** @typedef {Record<string, string>} Hashes @type {(last: Hashes, now: Hashes) => string[]} */
const changedSince = (last, now) => Object.keys(parts).filter((name) => last[name] !== now[name]);

async function buildPart(/** @type {string} */ name) {
  const part = parts[/** @type {keyof typeof parts} */ (name)];
  const { code, output } = await part.build({ cwd: project, stdio: ['ignore', 'pipe', 'pipe'] });
  if (code !== 0) throw new Failure(`${output.trimEnd()}\nThe build failed: fix the errors above.`);
}

/**
 * Builds the changed parts into dist/.
 *
 * @param {(line: string) => void} log
 */
export async function build(log) {
  if (changedSince(lastBuild(), hashes()).length === 0) return;
  await withLock(join(project, 'dist', '.build.lock'), async () => {
    const now = hashes();
    const changed = changedSince(lastBuild(), now);
    if (changed.length === 0) return;
    log('Building');
    for (const name of changed) await buildPart(name);
    mkdirSync(join(project, 'dist'), { recursive: true });
    writeFileSync(stampFile, JSON.stringify(now));
  });
}
