import { existsSync } from 'node:fs';
import { findRabbitmqServer } from './rabbitmq.mjs';
import { run } from './processes.mjs';

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

/** Installs RabbitMQ from the packages of Debian or Ubuntu, where we may. Resolves to the path of the server, or to undefined. */
export async function installRabbitmq(say) {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  const root = process.getuid() === 0;
  if (!root && (await run('sudo', ['-n', 'true'], { stdio: 'ignore' })).code !== 0) return undefined;
  say('Installing RabbitMQ for the tests (apt-get install rabbitmq-server)');
  const [command, ...args] = [...(root ? [] : ['sudo', '-n']), 'sh', '-c', script];
  const { code, output } = await run(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  if (code !== 0) say(output.trimEnd().split('\n').slice(-5).join('\n'));
  return findRabbitmqServer();
}
