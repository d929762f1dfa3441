// npm run postrider -- <command>: installs and builds what is missing, then runs a command for the installation of DATABASE_URL, or for the one
// that npm start runs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { Failure } from './lib/failure.mjs';
import { install } from './lib/install.mjs';
import { project } from './lib/project.mjs';
import { runningVariables } from './lib/running.mjs';

/** Not on stdout: a program may read what the command prints there. */
const say = (/** @type {string} */ line) => console.error(line);
const args = process.argv.slice(2);
try {
  await install(say, 'runtime');
  await build(say);
  // As the superuser of `npm start`, which migrates its database itself, `migrate` would create tables that the services cannot use.
  const variables = args[0] === 'migrate' ? {} : runningVariables();
  const { status } = spawnSync(process.execPath, [join(project, 'dist/apps/standalone/src/postrider.js'), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...variables },
  });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exitCode = 1;
}
