// Makes the bill of materials of the image from that of the whole project, which `npm sbom` prints: keeps what is installed (npm's own
// --omit=dev leaves out what development needs as well), adds Node and the packages of Debian, and takes away what differs from one run to
// the next. node sbom.mjs <node_modules> <folder of dpkg's status files> <seconds since 1970> < npm.json
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

/** What a status file of dpkg is about, as a component. */
export function debianComponent(/** @type {string} */ status) {
  const field = (/** @type {string} */ name) => new RegExp(`^${name}: (.+)$`, 'm').exec(status)?.[1] ?? '';
  const [name, version, architecture] = ['Package', 'Version', 'Architecture'].map(field);
  return component(name, version, `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`);
}

/**
 * `name@version` of everything that the lock file of a node_modules says is in it; an alias says its name.
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
 * @typedef {object} Surroundings
 * @property {ReadonlySet<string>} installed as installedPackages answers it
 * @property {string[]} statuses
 * @property {string} nodeVersion
 * @property {number} seconds of the day that stands in the bill: that of the source, as two builds of the same source are the same
 */

/** @type {(bill: Bill, surroundings: Surroundings) => Bill} */
export function completeBill(bill, { installed, statuses, nodeVersion, seconds }) {
  const { serialNumber: _differsEachTime, ...rest } = bill;
  const root = bill.metadata.component['bom-ref'];
  const isHere = (/** @type {string} */ reference) => reference === root || installed.has(reference);
  return {
    ...rest,
    metadata: {
      ...bill.metadata,
      timestamp: new Date(seconds * 1000).toISOString(),
      // npm names it by the folder that it was run in.
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
