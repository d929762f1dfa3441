import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { dockerAnswers } from '../rabbitmq.mjs';
import { run } from '../processes.mjs';
import { project } from '../project.mjs';

const commandDeadlineMs = 30 * 60_000;
const processLimits = ['nofile=20000:20000', 'nproc=20000:20000'];

/** Podman with all that it writes in one folder, and as little of the kernel as containers can do with. */
function settingsIn(folder) {
  const [storage, containers] = ['storage.conf', 'containers.conf'].map((name) => join(folder, name));
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  writeFileSync(
    storage,
    `[storage]\ndriver = "overlay"\ngraphroot = "${join(folder, 'graph')}"\nrunroot = "${join(folder, 'run')}"\n`,
  );
  writeFileSync(
    containers,
    `[containers]\ndefault_ulimits = ${JSON.stringify(processLimits)}\n[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n`,
  );
  return { CONTAINERS_STORAGE_CONF: storage, CONTAINERS_CONF: containers, TMPDIR: join(folder, 'tmp') };
}

/** What builds and runs images on this machine: Docker, or podman, which takes the same arguments. */
export class Engine {
  /** @param storage folder for all that podman writes; without it where podman is configured to */
  constructor({ storage, command = dockerAnswers() ? 'docker' : 'podman' } = {}) {
    this.command = storage === undefined ? command : 'podman';
    this.env = { ...process.env, ...(storage === undefined ? {} : settingsIn(storage)) };
  }

  get isPodman() {
    return this.command === 'podman';
  }

  /** Resolves to what the command printed. @throws Failure with its last words */
  async run(...args) {
    return this.runCommand(this.command, args);
  }

  /** docker compose, or podman-compose, over our files. The latter goes on when a container does not start, and ends well. */
  async compose(files, ...args) {
    const podmanCompose = ['podman-compose', '--podman-path', join(project, 'images', 'podman-host-network.sh')];
    const [command, ...first] = this.isPodman ? podmanCompose : ['docker', 'compose'];
    const output = await this.runCommand(command, [
      ...first,
      ...['-p', 'postrider'],
      ...files.flatMap((file) => ['-f', file]),
      ...args,
    ]);
    const [, reason] = /^(Error: .*)\nexit code: [1-9]/m.exec(output) ?? [];
    if (this.isPodman && reason !== undefined) throw new Failure(`podman-compose ${args[0]}: ${reason}`);
    return output;
  }

  async runCommand(command, args, options = {}) {
    const { code, output } = await run(command, args, {
      cwd: project,
      env: { ...this.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: commandDeadlineMs,
    });
    if (code === 0) return output;
    const lastWords = output.trimEnd().split('\n').slice(-12).join('\n');
    throw new Failure(`${lastWords}\n${command} ${args.slice(0, 4).join(' ')} … failed: put right what it says above.`);
  }

  /** @returns the options by which a build is the same as every other of the same source, and has the network of the machine */
  buildOptions({ seconds, ca, again }) {
    const secret = ca !== undefined && existsSync(ca) ? ['--secret', `id=ca,src=${ca}`] : [];
    const same = this.isPodman
      ? ['--format', 'docker', '--timestamp', String(seconds)]
      : ['--output', 'type=docker,rewrite-timestamp=true'];
    const epoch = ['--build-arg', `SOURCE_DATE_EPOCH=${seconds}`];
    return ['--network', 'host', ...same, ...epoch, ...secret, ...(again ? ['--no-cache'] : [])];
  }

  build({ tag, folder, args = {}, ...options }) {
    const named = Object.entries(args).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
    const command = this.isPodman ? ['build', '--layers'] : ['buildx', 'build'];
    return this.run(...command, ...this.buildOptions(options), ...named, '--tag', tag, folder);
  }

  /** Resolves to `{ layers, bytes, user }`. */
  async inspect(tag) {
    const [{ RootFS, Size, Config }] = JSON.parse(await this.run('image', 'inspect', tag));
    return { layers: RootFS.Layers, bytes: Size, user: Config.User };
  }
}
