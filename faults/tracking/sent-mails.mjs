import { setTimeout as sleep } from 'node:timers/promises';

/** Follows the emails of a scenario in rounds. */
export class SentMails {
  seen = 0;
  /** @type {[n: number, log: string][]} */
  notTaken = [];
  /** @type {Set<Promise<void>>} */
  running = new Set();
  stopping = false;

  constructor(/** @type {import('../scenario.mjs').Stage} */ stage, /** @type {number} */ everyMs) {
    this.stage = stage;
    this.everyMs = everyMs;
  }

  start() {
    this.loop = (async () => {
      while (!this.stopping) {
        await sleep(this.everyMs);
        this.look(false);
      }
      this.look(true);
    })();
  }

  look(/** @type {boolean} */ _isLast) {}

  /** Waits until everything is answered. */
  async finish() {
    this.stopping = true;
    await this.loop;
    await Promise.all(this.running);
  }

  giveUp() {
    this.stopping = true;
  }

  /** The emails that the provider has accepted since the last call. */
  takeSent() {
    const { load, taken } = this.stage;
    this.notTaken.push(...[...load.accepted].slice(this.seen));
    this.seen = load.accepted.size;
    const sent = this.notTaken.filter(([, log]) => taken.has(`<${log}@acme.example>`));
    this.notTaken = this.notTaken.filter((each) => !sent.includes(each));
    return sent;
  }

  run(/** @type {Promise<void>} */ work) {
    const running = work.finally(() => this.running.delete(running));
    this.running.add(running);
  }
}
