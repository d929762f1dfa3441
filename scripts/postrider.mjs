// npm run postrider -- <command>: installs and builds if necessary, then runs a command for the installation of
// DATABASE_URL, or for the running npm start.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { Failure } from './lib/failure.mjs';
import { install } from './lib/install.mjs';
import { project } from './lib/project.mjs';
import { runningVariables } from './lib/running.mjs';

/** Logs to stderr, because programs may read the stdout of the command. */
const log = (/** @type {string} */ line) => console.error(line);
const args = process.argv.slice(2);
try {
  await install(log, 'runtime');
  await build(log);
  // npm start migrates its database itself. As its superuser, `migrate` would create tables that the services cannot
  // use.
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
