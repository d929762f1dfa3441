// npm run bench -- <name>: installs and builds if necessary, then runs bench/<name>.mjs, which starts its servers and
// prints the results.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from '../scripts/lib/build.mjs';
import { Failure } from '../scripts/lib/failure.mjs';
import { install } from '../scripts/lib/install.mjs';

const names = [
  'accept',
  'deliver',
  'doors',
  'postfix',
  'latency',
  'peers',
  'lanes',
  'render',
  'logs',
  'queue',
  'restart',
  'drip',
  'edits',
  'batch',
  'capacity',
  'noisy',
  'bodies',
  'track',
  'scale',
  'dashboard',
];
const [name = '', ...options] = process.argv.slice(2);
if (!names.includes(name)) {
  console.error(`Usage: npm run bench -- <${names.join('|')}>`);
  process.exit(1);
}
try {
  await install(console.log);
  await build(console.log);
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exit(1);
}
const script = fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
process.exit(spawnSync(process.execPath, [script, ...options], { stdio: 'inherit' }).status ?? 1);
