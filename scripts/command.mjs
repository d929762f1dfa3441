// npm run failures and its like: builds if anything changed, then runs a compiled entry point with the arguments given.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { project } from './lib/project.mjs';

const [entry, ...options] = process.argv.slice(2);
try {
  // Not on stdout: what the command prints there may be read by a program.
  await build((what) => console.error(what));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.exit(spawnSync(process.execPath, [join(project, 'dist', entry), ...options], { stdio: 'inherit' }).status ?? 1);
