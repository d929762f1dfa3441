#!/usr/bin/env node
// npm run generate [-- <part> ...]: writes all generated files, or those of the named parts.
import { generatedParts, generatedSpecs } from './lib/generated.mjs';
import { run } from './lib/processes.mjs';
import { project } from './lib/project.mjs';

const parts = new Map([['examples', undefined], ...Object.entries(generatedParts)]);
const named = process.argv.slice(2);
const unknown = named.find((name) => !parts.has(name));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}". There are: ${[...parts.keys()].join(', ')}`);
  process.exit(2);
}

const chosen = named.length > 0 ? named : [...parts.keys()];
const specs = chosen.flatMap((name) => parts.get(name) ?? []);
const commands = [
  ...(chosen.includes('examples') ? [[process.execPath, 'examples/build.mjs']] : []),
  ...(specs.length > 0 ? [generatedSpecs(specs)] : []),
];
for (const [command = '', ...args] of commands) {
  const env = { ...process.env, GENERATE: 'true' };
  const { code } = await run(command, args, { cwd: project, stdio: 'inherit', env });
  if (code !== 0) process.exitCode = 1;
}
