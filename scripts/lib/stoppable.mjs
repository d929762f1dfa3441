import { Failure } from './failure.mjs';
import { stopAll } from './processes.mjs';

/** npm passes on the Ctrl-C that the terminal has sent us already: two signals as close as this are one. */
const sameGestureMs = 500;

/**
 * Calls `onStop` for the first Ctrl-C or SIGTERM and `onImpatience` for each later one. A parent that vanishes counts as a SIGTERM when
 * npm is the parent: it was killed, and with it the way to reach us.
 *
 * @typedef {(signal: NodeJS.Signals) => void} Listener
 * @param {Listener} onStop
 * @param {Listener} onImpatience
 */
export function listenForStop(onStop, onImpatience) {
  /** @type {number | undefined} */
  let firstAt;
  /** @type {Listener} */
  const listener = (signal) => {
    if (firstAt === undefined) {
      firstAt = Date.now();
      onStop(signal);
    } else if (Date.now() - firstAt > sameGestureMs) onImpatience(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, listener);
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    listener('SIGTERM');
  }, 250);
  watch.unref();
}

/**
 * A run that ends soon after it is asked to, whatever it is waiting for: every process that it started is stopped, what it awaits in `unlessStopped`
 * fails at once so that it can clear up, and at the latest after `endAfterMs` it exits and leaves the rest to the guard.
 */
export class Stoppable {
  isStopped = false;

  /** @type {(failure: Failure) => void} */
  fail = () => undefined;

  constructor({ killAfterMs = 3_000, endAfterMs = 15_000 } = {}) {
    this.killAfterMs = killAfterMs;
    this.endAfterMs = endAfterMs;
    /** @type {Promise<never>} */
    this.stopped = new Promise((_resolve, reject) => {
      this.fail = reject;
    });
    this.stopped.catch(() => undefined);
  }

  /** From now on a Ctrl-C or SIGTERM stops it, and another one ends it on the spot. */
  listen() {
    listenForStop(
      () => this.stop(),
      () => process.exit(130),
    );
    return this;
  }

  stop() {
    this.isStopped = true;
    this.fail(new Failure('Stopped.'));
    stopAll(this.killAfterMs);
    setTimeout(() => process.exit(130), this.endAfterMs);
  }

  /**
   * What the work comes to; fails once everything is to stop, and leaves the work to itself.
   *
   * @template T
   * @param {Promise<T>} work
   */
  unlessStopped(work) {
    return Promise.race([work, this.stopped]);
  }
}
