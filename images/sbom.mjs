// Completes the bill of materials that `npm sbom` prints: adds Node and the packages of Debian that the image has, and leaves out what
// differs from one run to the next. node sbom.mjs <folder of dpkg's status files> <seconds since 1970> < npm.json
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const component = (name, version, purl) => ({
  'bom-ref': purl,
  type: 'library',
  name,
  version,
  scope: 'required',
  purl,
});

/** What a status file of dpkg is about, as a component. */
export function debianComponent(status) {
  const field = (name) => new RegExp(`^${name}: (.+)$`, 'm').exec(status)?.[1];
  const [name, version, architecture] = ['Package', 'Version', 'Architecture'].map(field);
  return component(name, version, `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`);
}

/** @param seconds of the day that stands in the bill: that of the source, as two builds of the same source are the same */
export function completeBill(bill, { statuses, nodeVersion, seconds }) {
  const { serialNumber: _differsEachTime, ...rest } = bill;
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
      ...bill.components,
    ],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, seconds] = process.argv.slice(2);
  const statuses = readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const bill = JSON.parse(await text(process.stdin));
  const completed = completeBill(bill, {
    statuses,
    nodeVersion: process.versions.node,
    seconds: Number(seconds),
  });
  console.log(JSON.stringify(completed, null, 2));
}
