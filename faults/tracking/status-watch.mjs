import { setTimeout as sleep } from 'node:timers/promises';

const everyMs = 500;

/** Looks at the statuses of all logs again and again: none may ever be less than it was. */
export class StatusWatch {
  /** @type {Map<string, number>} */
  ranks = new Map();
  seen = { fallen: /** @type {string[]} */ ([]), looks: 0 };
  stopping = false;

  constructor(/** @type {import('../scenario.mjs').Stage} */ stage) {
    this.stage = stage;
  }

  start() {
    this.loop = (async () => {
      for (; !this.stopping; await sleep(everyMs)) await this.look().catch(() => undefined);
    })();
  }

  async finish() {
    this.stopping = true;
    await this.loop;
  }

  giveUp() {
    this.stopping = true;
  }

  async look() {
    for (const { id, status, rank } of await this.stage.sql(
      'select id, status, status_rank as rank from delivery.logs',
    )) {
      if (rank < (this.ranks.get(id) ?? 0)) this.seen.fallen.push(`${id} to ${status}`);
      this.ranks.set(id, rank);
    }
    this.seen.looks += 1;
  }
}
