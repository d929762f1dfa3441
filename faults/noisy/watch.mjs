import { setTimeout as sleep } from 'node:timers/promises';
import { readMaxResident } from './memory-groups.mjs';

const everyMs = 250;

/** Samples the processes of a running installation: the peak memory of each, and those that exited. */
export class Watch {
  /** @type {Map<string, number>} */
  maxUsed = new Map();
  /** @type {string[]} */
  ended = [];
  /** @type {NodeJS.Timeout | undefined} */
  timer;

  /**
   * @param {import('../../scripts/lib/installation.mjs').Installation} installation
   * @param {import('./memory-groups.mjs').MemoryGroups} groups
   */
  constructor(installation, groups) {
    this.installation = installation;
    this.groups = groups;
    this.timer = setInterval(() => this.sample(), everyMs);
    for (const name of installation.names) void this.follow(name);
  }

  /** Follows the successive processes of an instance, because the supervisor restarts it. */
  async follow(/** @type {string} */ name) {
    for (let started; this.timer !== undefined; await sleep(everyMs)) {
      if (this.installation.process(name) === started) continue;
      started = this.installation.process(name);
      const { code, signal } = await started.exited;
      if (this.timer !== undefined) this.ended.push(`${name} ended (${signal ?? `code ${code}`})`);
    }
  }

  sample() {
    for (const name of this.installation.names) {
      const maxUsed = readMaxResident(this.installation.process(name).pid);
      this.maxUsed.set(name, Math.max(this.maxUsed.get(name) ?? 0, maxUsed));
    }
  }

  /** Returns `{ ended, memory, isCapped }`; `memory`: `{ name, maxUsed, limit, kills }` per instance. */
  async end() {
    if (this.timer !== undefined) this.sample();
    clearInterval(this.timer);
    this.timer = undefined;
    return {
      ended: this.ended,
      isCapped: this.groups.isCapped,
      memory: this.installation.names.map((name) => ({
        name,
        maxUsed: this.maxUsed.get(name) ?? 0,
        limit: this.groups.limit(name),
        kills: this.groups.kills(name),
      })),
    };
  }
}
