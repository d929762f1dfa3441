import { existsSync } from 'node:fs';
import { run as runCommand } from './processes.mjs';

const script = `
set -e
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends python3-jinja2
`;

const thisMachine = () => ({ uid: process.getuid?.(), hasPackages: existsSync('/usr/bin/apt-get'), run: runCommand });

const isThere = async (/** @type {import('./processes.mjs').Run} */ run) =>
  (await run(process.env.PYTHON ?? 'python3', ['-c', 'import jinja2'], { stdio: 'ignore' })).code === 0;

/**
 * Installs Python's Jinja from the packages of Debian or Ubuntu, where we may and it is missing. Without it, the tests that compare our
 * Jinja with it are skipped.
 *
 * @param {(line: string) => void} say
 */
export async function installJinja(say, { uid, hasPackages, run } = thisMachine()) {
  if ((await isThere(run)) || !hasPackages) return;
  if (uid !== 0 && (await run('sudo', ['-n', 'true'], { stdio: 'ignore' })).code !== 0) return;
  say('Installing Jinja of Python (apt-get install python3-jinja2)');
  const [command, ...args] = [...(uid === 0 ? [] : ['sudo', '-n']), 'sh', '-c', script];
  const { code, output } = await run(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  if (code !== 0) say(output.trimEnd().split('\n').slice(-5).join('\n'));
}
