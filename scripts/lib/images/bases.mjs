import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { npm } from '../npm.mjs';
import { project } from '../project.mjs';

const suite = 'bookworm';
const mirror = 'http://deb.debian.org/debian';
/** The one that comes with this line of Node. */
const npmVersion = '10.9.9';
const debian = `localhost/postrider-debian:${suite}`;

/** The image of Node that the Dockerfile names, which the one that we make stands in for. */
export function namedNodeImage(dockerfile = readFileSync(join(project, 'Dockerfile'), 'utf8')) {
  const [, image, version] = /^ARG NODE_IMAGE=(\S+:(\d+\.\d+\.\d+)\S*)$/m.exec(dockerfile) ?? [];
  if (image === undefined) throw new Failure('The Dockerfile names no exact version of Node in ARG NODE_IMAGE.');
  return { image, version };
}

/** Debian as debootstrap makes it, without what it writes of the day and the machine it is made on. */
async function makeDebian(engine, folder, seconds) {
  const [root, context] = ['root', 'debian'].map((name) => join(folder, name));
  mkdirSync(context);
  const options = ['--variant=minbase', '--include=ca-certificates'];
  await engine.runCommand('debootstrap', [...options, suite, root, mirror]);
  const volatile = [
    'var/cache/apt',
    'var/lib/apt/lists',
    'var/log',
    'var/cache/ldconfig',
    'etc/hostname',
    'etc/resolv.conf',
  ];
  for (const path of volatile) rmSync(join(root, path), { recursive: true, force: true });
  for (const path of ['var/cache/apt/archives/partial', 'var/lib/apt/lists/partial', 'var/log'])
    mkdirSync(join(root, path), { recursive: true });
  const same = ['--sort=name', `--mtime=@${seconds}`, '--numeric-owner', '--exclude=./dev/*'];
  await engine.runCommand('tar', [...same, '-cf', join(context, 'debian.tar'), '-C', root, '.']);
  rmSync(root, { recursive: true });
  copyFileSync(join(project, 'images', 'debian', 'Dockerfile'), join(context, 'Dockerfile'));
  await engine.build({ tag: debian, folder: context, seconds });
}

/** Unpacks a package, which npm checks against the hash that the registry gives. */
async function unpack(engine, folder, spec) {
  const { code, output } = await npm(['pack', '--json', '--pack-destination', folder, spec], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (code !== 0) throw new Failure(`npm cannot fetch ${spec}: look whether the registry is reached.`);
  const packed = JSON.parse(output);
  const [{ filename }] = Array.isArray(packed) ? packed : Object.values(packed);
  await engine.runCommand('tar', ['-xzf', join(folder, filename), '-C', folder]);
  return join(folder, 'package');
}

async function makeNode(engine, folder, { version, seconds }) {
  const context = join(folder, 'node');
  mkdirSync(context);
  const node = await unpack(engine, folder, `node-linux-${process.arch}@${version}`);
  copyFileSync(join(node, 'bin', 'node'), join(context, 'node'));
  chmodSync(join(context, 'node'), 0o755);
  rmSync(node, { recursive: true });
  cpSync(await unpack(engine, folder, `npm@${npmVersion}`), join(context, 'npm'), { recursive: true });
  copyFileSync(join(project, 'images', 'node', 'Dockerfile'), join(context, 'Dockerfile'));
  const tag = `localhost/postrider-node:${version}-${suite}`;
  await engine.build({ tag, folder: context, args: { DEBIAN_IMAGE: debian }, seconds });
  return tag;
}

/** Resolves to the image of Node to build on, made of Debian's and npm's packages. @throws Failure where that cannot be */
export async function makeBases(engine, { seconds, say }) {
  if (!existsSync('/usr/sbin/debootstrap') || process.getuid() !== 0)
    throw new Failure(
      'No registry is reached, and without one the base image is made by debootstrap as root: install it (apt-get install debootstrap) and be root, or name an image that you have by --node-image.',
    );
  const folder = mkdtempSync(join(tmpdir(), 'postrider-images-'));
  try {
    say(`Making ${debian} by debootstrap`);
    await makeDebian(engine, folder, seconds);
    say('Making the image of Node from its npm package');
    return await makeNode(engine, folder, { version: namedNodeImage().version, seconds });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What docker-compose.yml names beside us, made of Debian's packages. */
export async function makeNeighbours(engine, { seconds, say }) {
  for (const name of ['postgres', 'rabbitmq']) {
    say(`Making postrider-${name}:local of Debian's packages`);
    const folder = join(project, 'images', name);
    await engine.build({ tag: `postrider-${name}:local`, folder, args: { DEBIAN_IMAGE: debian }, seconds });
  }
}
