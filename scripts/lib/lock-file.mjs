import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { npm } from './npm.mjs';
import { project } from './project.mjs';

const file = join(project, 'package-lock.json');

/** What stands in the path of an entry after its last node_modules. */
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The entries of a lock file whose content npm would take whatever it is: `[{ path, name, version, dev, optional }]`. */
export const entriesWithoutHash = ({ packages }) =>
  Object.entries(packages)
    .filter(([path, { link, integrity }]) => path !== '' && !link && !/^sha512-/.test(integrity ?? ''))
    .map(([path, { version, dev = false, optional = false }]) => ({
      path,
      name: nameOf(path),
      version,
      dev,
      optional,
    }));

/** The same lock file with the hashes that another one has of the same packages. */
export function withHashesOf(lock, other) {
  const known = new Map(
    Object.entries(other.packages).map(([path, { version, integrity }]) => [`${nameOf(path)}@${version}`, integrity]),
  );
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    const integrity = path === '' || entry.integrity ? undefined : known.get(`${nameOf(path)}@${entry.version}`);
    if (integrity === undefined) return [path, entry];
    const { version, ...rest } = entry;
    return [path, { version, integrity, ...rest }];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

/** Has npm resolve the packages as optional ones of a project of their own: those that the registry does not serve are left out. */
async function resolved(entries) {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-lock-'));
  try {
    const optionalDependencies = Object.fromEntries(entries.map(({ name, version }) => [name, version]));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, optionalDependencies }));
    const { code, output } = await npm(['install', '--package-lock-only', '--ignore-scripts'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (code !== 0) throw new Failure(`${output.trimEnd()}\nnpm cannot ask the registry.`);
    return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asks the registry for the hashes that package-lock.json lacks, writes them there, and resolves to the entries that it has none of. */
export async function completeLockFile() {
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = entriesWithoutHash(lock);
  if (missing.length === 0) return [];
  const completed = withHashesOf(lock, await resolved(missing));
  writeFileSync(file, `${JSON.stringify(completed, null, 2)}\n`);
  return entriesWithoutHash(completed);
}
