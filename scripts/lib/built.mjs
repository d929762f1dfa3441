import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.mjs';
import { Failure } from './failure.mjs';
import { project } from './project.mjs';

/**
 * Builds if anything changed, then runs a compiled entry point with the arguments given, and with more variables. Resolves to its exit code.
 *
 * @param {string} entry
 * @param {readonly string[]} options
 */
export async function runBuilt(entry, options, variables = {}) {
  try {
    // Not on stdout: what the command prints there may be read by a program.
    await build((what) => console.error(what));
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    return 1;
  }
  const env = { ...process.env, ...variables };
  return spawnSync(process.execPath, [join(project, 'dist', entry), ...options], { stdio: 'inherit', env }).status ?? 1;
}
