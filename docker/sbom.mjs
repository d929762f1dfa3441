// Creates the image's SBOM from that of the project (`npm sbom`): keeps the installed packages (npm's own --omit=dev
// also omits packages that both production and development need), adds Node and the Debian packages, and removes values
// that differ between runs. node sbom.mjs <node_modules> <folder of dpkg status files> <seconds since 1970> < npm.json
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** @typedef {{ 'bom-ref': string }} Referable */

/** @type {(name: string, version: string, purl: string) => Referable & { name: string, version: string, purl: string }} */
const component = (name, version, purl) => ({
  'bom-ref': purl,
  type: 'library',
  name,
  version,
  scope: 'required',
  purl,
});

/** The component of a dpkg status file. */
export function debianComponent(/** @type {string} */ status) {
  const field = (/** @type {string} */ name) => new RegExp(`^${name}: (.+)$`, 'm').exec(status)?.[1] ?? '';
  const [name, version, architecture] = ['Package', 'Version', 'Architecture'].map(field);
  return component(name, version, `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`);
}

/**
 * `name@version` of every package in the lock file of a node_modules; an alias has its real name.
 *
 * @param {{ packages: Record<string, { name?: string, version: string }> }} lock
 */
export const installedPackages = ({ packages }) =>
  new Set(
    Object.entries(packages).map(
      ([path, { name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), version }]) =>
        `${name}@${version}`,
    ),
  );

/**
 * @typedef {object} Bill
 * @property {string} [serialNumber]
 * @property {{ timestamp: string, component: Referable & { type?: string, name?: string } }} metadata
 * @property {Referable[]} components
 * @property {{ ref: string, dependsOn: string[] }[]} dependencies
 */

/**
 * @typedef {object} Environment
 * @property {ReadonlySet<string>} installed the result of `installedPackages`
 * @property {string[]} statuses
 * @property {string} nodeVersion
 * @property {number} seconds timestamp of the SBOM: the date of the source, for reproducible builds
 */

/** @type {(bill: Bill, environment: Environment) => Bill} */
export function completeBill(bill, { installed, statuses, nodeVersion, seconds }) {
  const { serialNumber: _differsEachTime, ...rest } = bill;
  const root = bill.metadata.component['bom-ref'];
  const isHere = (/** @type {string} */ reference) => reference === root || installed.has(reference);
  return {
    ...rest,
    metadata: {
      ...bill.metadata,
      timestamp: new Date(seconds * 1000).toISOString(),
      // npm uses the name of the working directory.
      component: { ...bill.metadata.component, type: 'application', name: 'postrider' },
    },
    components: [
      component('node', nodeVersion, `pkg:generic/node@${nodeVersion}`),
      ...statuses.map(debianComponent),
      ...bill.components.filter(({ 'bom-ref': reference }) => isHere(reference)),
    ],
    dependencies: bill.dependencies
      .filter(({ ref }) => isHere(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isHere) })),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [modules, folder, seconds] = process.argv.slice(2);
  const statuses = readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const bill = JSON.parse(await text(process.stdin));
  const completed = completeBill(bill, {
    installed: installedPackages(JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'))),
    statuses,
    nodeVersion: process.versions.node,
    seconds: Number(seconds),
  });
  console.log(JSON.stringify(completed, null, 2));
}
