import { existsSync } from 'node:fs';
import { findPromtool } from './observability/find-promtool.mjs';
import { run as runCommand } from './processes.mjs';

// Of the package `prometheus` the tool alone is taken out: the server of the package would start, and is of no use here.
const script = `
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get update -qq
apt-get download -qq prometheus
dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x ./usr/bin/promtool
install -m 755 usr/bin/promtool /usr/local/bin/promtool
`;

const thisMachine = () => ({
  uid: process.getuid?.(),
  hasPackages: existsSync('/usr/bin/apt-get'),
  find: findPromtool,
  run: runCommand,
});

/**
 * Installs Prometheus' promtool from the packages of Debian or Ubuntu, where we may and it is missing. Without it, the tests that let it judge the
 * alerts are skipped.
 *
 * @param {(line: string) => void} say
 */
export async function installPromtool(say, { uid, hasPackages, find, run } = thisMachine()) {
  if (find() !== undefined || !hasPackages) return;
  if (uid !== 0 && (await run('sudo', ['-n', 'true'], { stdio: 'ignore' })).code !== 0) return;
  say('Installing promtool (of the package prometheus)');
  const [command, ...args] = [...(uid === 0 ? [] : ['sudo', '-n']), 'sh', '-c', script];
  const { code, output } = await run(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  if (code !== 0) say(output.trimEnd().split('\n').slice(-5).join('\n'));
}
