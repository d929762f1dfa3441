// Every app in a memory cgroup with the limit of its container in k8s/base: what needs more is killed, as there.
// Where this machine makes no cgroups (they need Linux and root), the heap is as large as in the container, and the
// most that was resident is compared with the limit.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../../scripts/lib/project.mjs';

const mb = 1024 * 1024;
/**
 * Of cgroups: where they are made, what is written into a new one (the first has to be there), and where the kernel
 * counts its kills.
 */
/** @typedef {{ root: string, settings: (bytes: number) => Record<string, number>, kills: string }} Version @type {Version[]} */
const versions = [
  {
    root: '/sys/fs/cgroup/memory',
    settings: (bytes) => ({ 'memory.limit_in_bytes': bytes, 'memory.memsw.limit_in_bytes': bytes }),
    kills: 'memory.oom_control',
  },
  {
    root: '/sys/fs/cgroup',
    settings: (bytes) => ({ 'memory.max': bytes, 'memory.swap.max': 0 }),
    kills: 'memory.events',
  },
];

/** Bytes that the container of the app may use. */
function limitOf(/** @type {string} */ app) {
  const manifest = join(project, 'k8s', 'base', app, 'deployment.yaml');
  const [, limit] = /limits: \{[^}]*memory: (\d+)Mi\}/.exec(readFileSync(manifest, 'utf8')) ?? [];
  if (limit === undefined) throw new Error(`${manifest} sets no limit for memory`);
  return Number(limit) * mb;
}

/** What the image tells Node. */
const [, imageOptions] = / NODE_OPTIONS=(\S+)/.exec(readFileSync(join(project, 'Dockerfile'), 'utf8')) ?? [];

/** One cgroup for each app, named after the place; `remove` once the apps have ended. */
export class MemoryGroups {
  constructor(/** @type {string} */ place, /** @type {string[]} */ apps) {
    this.version = versions.find((version) => canBeMade(version, `${place}_probe`));
    /** @type {Map<string, { limit: number, directory?: string }>} */
    this.groups = new Map(apps.map((app) => [app, { limit: limitOf(app) }]));
    if (this.version === undefined) return;
    for (const [app, group] of this.groups) group.directory = make(this.version, `${place}_${app}`, group.limit);
  }

  get kind() {
    return this.version ? 'memory cgroups' : 'resident memory, since this machine makes no cgroups';
  }

  group(/** @type {string} */ app) {
    const group = this.groups.get(app);
    if (group === undefined) throw new Error(`${app} has no memory group`);
    return group;
  }

  limit(/** @type {string} */ app) {
    return this.group(app).limit;
  }

  /** What the command of the app is begun with, so that it is in its cgroup before it is anything else. */
  enter(/** @type {string} */ app) {
    const { directory } = this.group(app);
    return directory === undefined ? [] : ['sh', '-c', 'echo $$ > "$0" && exec "$@"', join(directory, 'cgroup.procs')];
  }

  /** As in the image, without what makes stack traces readable. Node takes half of the cgroup's limit for its heap, at least 256 MB; without one it has to be told. */
  environment(/** @type {string} */ app) {
    const heap = this.version ? '' : ` --max-old-space-size=${Math.max(256, this.limit(app) / 2 / mb)}`;
    return { NODE_OPTIONS: imageOptions + heap };
  }

  /** How often the kernel killed the app because it wanted more than its limit. */
  kills(/** @type {string} */ app) {
    const { directory } = this.group(app);
    if (directory === undefined || this.version === undefined) return 0;
    const text = readFileSync(join(directory, this.version.kills), 'utf8');
    return Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0);
  }

  remove() {
    for (const { directory } of this.groups.values()) if (directory !== undefined) removeGroup(directory);
  }
}

/** The most that was resident in the process up to now, in bytes; 0 once it is gone, or where there is no /proc. */
export function maxResidentOf(/** @type {number | undefined} */ pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

const directoryOf = (/** @type {Version} */ { root }, /** @type {string} */ name) =>
  join(root, `${name}_${process.pid}`);

function make(/** @type {Version} */ version, /** @type {string} */ name, /** @type {number} */ bytes) {
  const directory = directoryOf(version, name);
  mkdirSync(directory);
  for (const [n, [file, value]] of Object.entries(version.settings(bytes)).entries())
    if (n === 0 || existsSync(join(directory, file))) writeFileSync(join(directory, file), String(value));
  return directory;
}

function canBeMade(/** @type {Version} */ version, /** @type {string} */ name) {
  try {
    make(version, name, 64 * mb);
    return true;
  } catch {
    return false;
  } finally {
    removeGroup(directoryOf(version, name));
  }
}

function removeGroup(/** @type {string} */ directory) {
  try {
    rmdirSync(directory);
  } catch {
    // It was never made, or something in it still ends; an empty cgroup costs nothing.
  }
}
