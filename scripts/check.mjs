#!/usr/bin/env node
// npm run check [-- <step> ...]: runs all checks, or the named ones, such as `types:bench`, or `types` for all of that
// kind. Continues after a failure and lists the failed checks.
import { delimiter, join } from 'node:path';
import { generatedSpecs } from './lib/generated.mjs';
import { run } from './lib/processes.mjs';
import { project } from './lib/project.mjs';

const types = (/** @type {string[]} */ ...args) => [
  process.execPath,
  'node_modules/typescript-native/bin/tsc',
  ...args,
];
/** @type {Record<string, string[]>} */
const steps = {
  'lint:code': ['oxlint', '--deny-warnings'],
  'lint:format': ['oxfmt', '--check'],
  'lint:examples': [process.execPath, 'examples/build.mjs', '--check'],
  'types:services': types('--noEmit', '-p', 'tsconfig.json'),
  'types:scripts': types('-p', 'scripts/tsconfig.json'),
  'types:bench': types('-p', 'bench/tsconfig.json'),
  'types:simulation': types('-p', 'simulation/tsconfig.json'),
  'types:dashboard': types('-p', 'apps/dashboard/tsconfig.json'),
  'types:catcher': types('-p', 'apps/catcher/src/page/tsconfig.json'),
  boundaries: ['depcruise', '--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'e2e'],
  knip: ['knip', '--no-progress'],
  generated: generatedSpecs(),
};
const all = Object.keys(steps);
const named = process.argv.slice(2);
const chosenBy = (/** @type {string} */ name) => all.filter((step) => step === name || step.startsWith(`${name}:`));
const unknown = named.find((name) => chosenBy(name).length === 0);
if (unknown !== undefined) {
  console.error(`There is no check "${unknown}". There are: ${all.join(', ')}`);
  process.exit(2);
}

const PATH = [join(project, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
const chosen = named.length > 0 ? named.flatMap(chosenBy) : all;
const failed = [];
for (const step of chosen) {
  const [command, ...args] = steps[step];
  const { code } = await run(command, args, { cwd: project, stdio: 'inherit', env: { ...process.env, PATH } });
  if (code !== 0) failed.push(step);
}
if (failed.length > 0) {
  const again = failed.map((step) => ` npm run check -- ${step}`).join(',');
  console.error(`\n${failed.length} of ${chosen.length} checks failed:${again}`);
  process.exitCode = 1;
}
