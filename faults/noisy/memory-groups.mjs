// Runs every app in a memory cgroup with the limit of its container in k8s/base, where the kernel kills it beyond that.
// Without cgroups (they need Linux and root), only the heap is limited as in the container, and the
// maximum resident memory is compared with the limit.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../../scripts/lib/project.mjs';

const mb = 1024 * 1024;
/**
 * A cgroup version: its root, the settings of a new group (the first is required), and the file that
 * counts OOM kills.
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

/** Memory limit of the app's container in bytes. */
function getLimit(/** @type {string} */ app) {
  const manifest = join(project, 'k8s', 'base', app, 'deployment.yaml');
  const [, limit] = /limits: \{[^}]*memory: (\d+)Mi\}/.exec(readFileSync(manifest, 'utf8')) ?? [];
  if (limit === undefined) throw new Error(`${manifest} sets no limit for memory`);
  return Number(limit) * mb;
}

/** NODE_OPTIONS of the image. */
const [, imageOptions] = / NODE_OPTIONS=(\S+)/.exec(readFileSync(join(project, 'Dockerfile'), 'utf8')) ?? [];

/** One cgroup per app, named after the place; call `remove` after the apps have exited. */
export class MemoryGroups {
  constructor(/** @type {string} */ place, /** @type {string[]} */ apps) {
    this.version = versions.find((version) => canCreate(version, `${place}_probe`));
    /** @type {Map<string, { limit: number, directory?: string }>} */
    this.groups = new Map(apps.map((app) => [app, { limit: getLimit(app) }]));
    if (this.version === undefined) return;
    for (const [app, group] of this.groups) group.directory = create(this.version, `${place}_${app}`, group.limit);
  }

  get isCapped() {
    return this.version !== undefined;
  }

  group(/** @type {string} */ app) {
    const group = this.groups.get(app);
    if (group === undefined) throw new Error(`${app} has no memory group`);
    return group;
  }

  limit(/** @type {string} */ app) {
    return this.group(app).limit;
  }

  /** Prefix of the app's command that puts it into its cgroup before it starts. */
  enter(/** @type {string} */ app) {
    const { directory } = this.group(app);
    return directory === undefined ? [] : ['sh', '-c', 'echo $$ > "$0" && exec "$@"', join(directory, 'cgroup.procs')];
  }

  /**
   * NODE_OPTIONS of the image, without source maps. Node uses half of a cgroup's limit as heap, at least 256 MB;
   * without one it is set here.
   */
  environment(/** @type {string} */ app) {
    const heap = this.version ? '' : ` --max-old-space-size=${Math.max(256, this.limit(app) / 2 / mb)}`;
    return { NODE_OPTIONS: imageOptions + heap };
  }

  /** OOM kills of the app. */
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

/** Peak resident memory of the process in bytes; 0 after its exit or without /proc. */
export function readMaxResident(/** @type {number | undefined} */ pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

const getDirectory = (/** @type {Version} */ { root }, /** @type {string} */ name) =>
  join(root, `${name}_${process.pid}`);

function create(/** @type {Version} */ version, /** @type {string} */ name, /** @type {number} */ bytes) {
  const directory = getDirectory(version, name);
  mkdirSync(directory);
  for (const [n, [file, value]] of Object.entries(version.settings(bytes)).entries())
    if (n === 0 || existsSync(join(directory, file))) writeFileSync(join(directory, file), String(value));
  return directory;
}

function canCreate(/** @type {Version} */ version, /** @type {string} */ name) {
  try {
    create(version, name, 64 * mb);
    return true;
  } catch {
    return false;
  } finally {
    removeGroup(getDirectory(version, name));
  }
}

function removeGroup(/** @type {string} */ directory) {
  try {
    rmdirSync(directory);
  } catch {
    // It does not exist, or a process in it has not exited yet; an empty cgroup costs nothing.
  }
}
