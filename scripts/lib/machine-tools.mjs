import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { run as runCommand } from './processes.mjs';
import { project } from './project.mjs';
import { findRabbitmqServer, noRabbitmq } from './rabbitmq.mjs';

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

/** Where the packages of Debian and Ubuntu put it. */
const promtoolPlaces = ['/usr/bin/promtool', '/usr/local/bin/promtool'];

/** The promtool of this machine: of the path, or of PROMTOOL. */
export const findPromtool = () =>
  [process.env.PROMTOOL, ...promtoolPlaces].find((path) => path !== undefined && existsSync(path));

const apt = (/** @type {string} */ packages) => `
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends ${packages}
`;

// The package starts its service at once unless this file says no; it stays only for the time of the installation.
const withoutStart = (/** @type {string} */ script) => `
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\\nexit 101\\n' > "$policy"
  chmod 755 "$policy"
  trap 'rm -f "$policy"' EXIT
fi
${script}`;

// Of the package `prometheus` the tool alone is taken out: the server of the package would start.
const promtoolAlone = `
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get update -qq
apt-get download -qq prometheus
dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x ./usr/bin/promtool
install -m 755 usr/bin/promtool /usr/local/bin/promtool
`;

/** The command if it ends without an error with these arguments. */
const ifWorks = async (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
  (await runCommand(command, args, { stdio: 'ignore' })).code === 0 ? command : undefined;

/**
 * What tests, benchmarks and screenshots need of the machine and npm does not have.
 *
 * @typedef {{ name: string, packages: string, script: string, find: () => string | undefined | Promise<string | undefined> }} Tool
 * @type {Record<'chromium' | 'jinja' | 'kubectl' | 'promtool' | 'rabbitmq', Tool>}
 */
export const tools = {
  chromium: {
    name: 'Chromium',
    packages: 'chromium',
    script: apt('chromium fonts-dejavu-core'),
    find: findChromium,
  },
  jinja: {
    name: 'Jinja of Python',
    packages: 'python3-jinja2',
    script: apt('python3-jinja2'),
    find: () => ifWorks(process.env.PYTHON ?? 'python3', '-c', 'import jinja2'),
  },
  // One before 1.21 knows no components of kustomizations.
  kubectl: {
    name: 'kubectl 1.21 or newer',
    packages: 'kubernetes-client',
    script: apt('kubernetes-client'),
    find: () => ifWorks('kubectl', 'kustomize', join(project, 'k8s/overlays/local')),
  },
  promtool: { name: 'promtool', packages: 'prometheus', script: promtoolAlone, find: findPromtool },
  rabbitmq: {
    name: 'RabbitMQ',
    packages: 'rabbitmq-server',
    script: withoutStart(apt('rabbitmq-server')),
    find: () => findRabbitmqServer(),
  },
};

const thisMachine = () => ({
  uid: process.getuid?.(),
  hasPackages: existsSync('/usr/bin/apt-get'),
  run: runCommand,
});

/**
 * The tool of this machine; where there is none, it is installed from the packages of Debian or Ubuntu, where we may. Sudo is asked only after it was
 * said, and never for a password. Resolves to its path, or to undefined.
 *
 * @param {Tool} tool
 * @param {(line: string) => void} say
 */
export async function provide({ name, packages, script, find }, say, { uid, hasPackages, run } = thisMachine()) {
  const found = await find();
  if (found !== undefined || !hasPackages) return found;
  if (uid !== 0) {
    say(`There is no ${name} on this machine: asking sudo whether it may be installed without a password`);
    if ((await run('sudo', ['-n', 'true'], { stdio: 'ignore' })).code !== 0) return undefined;
  }
  say(`Installing ${name} (package ${packages})`);
  const [command, ...args] = [...(uid === 0 ? [] : ['sudo', '-n']), 'sh', '-ec', script];
  const { code, output } = await run(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  if (code !== 0) say(output.trimEnd().split('\n').slice(-5).join('\n'));
  return find();
}

/**
 * The RabbitMQ server of this machine, installed if need be.
 *
 * @param {(line: string) => void} say
 * @throws Failure that says how to get one.
 */
export async function requireRabbitmq(say) {
  const server = await provide(tools.rabbitmq, say);
  if (server === undefined) throw new Failure(noRabbitmq);
  return server;
}
