// Scalability: `npm run bench -- scale [replicas|costs|pruning|lanes|versions …] [small]`. Without names it runs all
// parts; `small` takes minutes and only shows that they work. The results are documented in docs/operate/capacity.md.
import { costs } from './scale/costs.mjs';
import { lanes } from './scale/lanes.mjs';
import { pruning } from './scale/pruning.mjs';
import { replicas } from './scale/replicas.mjs';
import { versions } from './scale/versions.mjs';

const parts = { replicas, costs, pruning, lanes, versions };
const options = process.argv.slice(2);
const small = options.includes('small');
const named = options.filter((option) => option !== 'small');
const unknown = named.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}. Available: ${Object.keys(parts).join(', ')}, and small`);
  process.exit(1);
}
for (const name of named.length > 0 ? named : Object.keys(parts)) {
  console.log(`\n${name}${small ? ', small' : ''}, ${new Date().toISOString()}\n`);
  await parts[/** @type {keyof typeof parts} */ (name)](small);
}
