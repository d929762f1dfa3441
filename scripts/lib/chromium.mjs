import { existsSync } from 'node:fs';
import { run as runCommand } from './processes.mjs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine, or undefined. */
export const findChromium = () => places.find((path) => existsSync(path));

/** With which a browser computes what its tests ask of it and nothing else. */
export const chromiumArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const script = `
set -e
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core
`;

const thisMachine = () => ({
  uid: process.getuid?.(),
  hasPackages: existsSync('/usr/bin/apt-get'),
  find: findChromium,
  run: runCommand,
});

/**
 * The browser of this machine; where there is none, that of Debian's packages is installed, where we may. Sudo is asked only after it was
 * said, and never for a password. Resolves to its path, or to undefined.
 *
 * @param {(line: string) => void} say
 */
export async function provideChromium(say, { uid, hasPackages, find, run } = thisMachine()) {
  const found = find();
  if (found !== undefined || !hasPackages) return found;
  if (uid !== 0) {
    say('There is no Chromium on this machine: asking sudo whether it may be installed without a password');
    if ((await run('sudo', ['-n', 'true'], { stdio: 'ignore' })).code !== 0) return undefined;
  }
  say('Installing Chromium (apt-get install chromium)');
  const [command, ...args] = [...(uid === 0 ? [] : ['sudo', '-n']), 'sh', '-c', script];
  const { code, output } = await run(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  if (code !== 0) say(output.trimEnd().split('\n').slice(-5).join('\n'));
  return find();
}
