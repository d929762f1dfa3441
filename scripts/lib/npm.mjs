import { run } from './processes.mjs';
import { project } from './project.mjs';

/**
 * Runs the npm that started us, or the one on PATH.
 *
 * @param {readonly string[]} args
 * @param {import('./processes.mjs').StartOptions} [options]
 */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  return run(command, [...first, ...args], { cwd: project, ...options });
}
