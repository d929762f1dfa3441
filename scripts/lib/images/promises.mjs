/** Docker's and podman's sizes are of the files as they lie on disk, not as they are sent. */
const maxBytes = 250 * 1000 * 1000;

/** Run by the image's own Node, as there is nothing else in it: says what it sees from inside. */
export const probe = `
const { accessSync, constants, readFileSync, readdirSync, writeFileSync } = require('node:fs');
const list = (folder) => { try { return readdirSync(folder); } catch { return []; } };
const folders = ['/bin', '/sbin', '/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];
const commands = folders.flatMap((folder) => list(folder).map((name) => folder + '/' + name));
const writable = ['/', '/app', '/etc', '/usr/local/bin', '/app/dist'].filter((folder) => {
  try { writeFileSync(folder + '/probe', ''); return true; } catch { return false; }
});
const bill = JSON.parse(readFileSync('/app/sbom.cdx.json', 'utf8'));
const billed = new Set(bill.components.map(({ purl }) => purl));
const modules = list('/app/node_modules').filter((name) => !name.startsWith('.'));
const installed = modules.flatMap((name) => name.startsWith('@') ? list('/app/node_modules/' + name).map((scoped) => name + '/' + scoped) : [name]);
const unbilled = installed.filter((name) => {
  const { name: own, version } = JSON.parse(readFileSync('/app/node_modules/' + name + '/package.json', 'utf8'));
  return !billed.has('pkg:npm/' + own.replace('@', '%40') + '@' + version);
});
console.log(JSON.stringify({ uid: process.getuid(), commands, writable, installed: installed.length, unbilled }));
`;

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

/**
 * What is promised of an image, and what of it does not hold, in sentences.
 *
 * @param image what the engine says of it: `{ bytes, user, layers }`; `again`: layers of a second build
 * @param inside what the probe saw
 */
export function brokenPromises(image, again, inside) {
  const broken = [];
  const promise = (holds, otherwise) => holds || broken.push(otherwise);
  promise(
    image.bytes < maxBytes,
    `The image has ${megabytes(image.bytes)}; it is to stay under ${megabytes(maxBytes)}.`,
  );
  promise(
    /^[1-9]\d*:[1-9]\d*$/.test(image.user),
    `It runs as "${image.user}"; it is to name a user by number, not root.`,
  );
  promise(inside.uid !== 0, 'Its process is root.');
  promise(
    inside.commands.join() === '/usr/local/bin/node',
    `It has commands besides Node: ${inside.commands.filter((path) => !path.endsWith('/node')).join(', ') || 'Node is missing'}.`,
  );
  promise(inside.writable.length === 0, `It can write to ${inside.writable.join(', ')} with a read-only root.`);
  promise(
    inside.installed > 0 && inside.unbilled.length === 0,
    `Its bill of materials lacks ${inside.unbilled.slice(0, 5).join(', ') || 'everything'}.`,
  );
  const changed = image.layers.filter((layer, n) => layer !== again[n]).length;
  promise(
    image.layers.length === again.length && changed === 0,
    `A second build of the same source has ${changed} other ${changed === 1 ? 'layer' : 'layers'}.`,
  );
  return broken;
}
