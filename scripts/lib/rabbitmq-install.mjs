import { existsSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { run as runCommand } from './processes.mjs';
import { findRabbitmqServer, noRabbitmq } from './rabbitmq.mjs';

// The package starts its service at once unless this file says no; it stays only for the time of the installation.
const script = `
set -e
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\\nexit 101\\n' > "$policy"
  chmod 755 "$policy"
  trap 'rm -f "$policy"' EXIT
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends rabbitmq-server
`;

const thisMachine = () => ({
  uid: process.getuid?.(),
  hasPackages: existsSync('/usr/bin/apt-get'),
  find: findRabbitmqServer,
  run: runCommand,
});

/**
 * Installs RabbitMQ from the packages of Debian or Ubuntu, where we may; sudo is asked only after it was said, and never for a password.
 * Resolves to the path of the server, or to undefined.
 *
 * @param {(line: string) => void} say
 */
export async function installRabbitmq(say, { uid, hasPackages, find, run } = thisMachine()) {
  if (!hasPackages) return undefined;
  if (uid !== 0) {
    say('There is no RabbitMQ on this machine: asking sudo whether it may be installed without a password');
    if ((await run('sudo', ['-n', 'true'], { stdio: 'ignore' })).code !== 0) return undefined;
  }
  say('Installing RabbitMQ (apt-get install rabbitmq-server)');
  const [command, ...args] = [...(uid === 0 ? [] : ['sudo', '-n']), 'sh', '-c', script];
  const { code, output } = await run(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  if (code !== 0) say(output.trimEnd().split('\n').slice(-5).join('\n'));
  return find();
}

/**
 * The server of this machine, installed if need be.
 *
 * @param {(line: string) => void} say
 * @throws Failure that says how to get one.
 */
export async function requireRabbitmq(say) {
  const server = findRabbitmqServer() ?? (await installRabbitmq(say));
  if (server === undefined) throw new Failure(noRabbitmq);
  return server;
}
