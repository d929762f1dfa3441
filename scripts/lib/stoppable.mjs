import { Failure } from './failure.mjs';
import { stopAll } from './processes.mjs';

/** npm forwards a Ctrl-C that the terminal has already sent to this process: signals this close count as one. */
const duplicateSignalMs = 500;

/**
 * Calls `onStop` for the first Ctrl-C or SIGTERM and `onRepeat` for each later one. When npm is the parent, its exit
 * counts as SIGTERM, because a killed npm can forward no signal.
 *
 * @typedef {(signal: NodeJS.Signals) => void} Listener
 * @param {Listener} onStop
 * @param {Listener} onRepeat
 */
export function listenForStop(onStop, onRepeat) {
  /** @type {number | undefined} */
  let firstAt;
  /** @type {Listener} */
  const listener = (signal) => {
    if (firstAt === undefined) {
      firstAt = Date.now();
      onStop(signal);
    } else if (Date.now() - firstAt > duplicateSignalMs) onRepeat(signal);
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
 * A run that can be stopped at any time: its processes are stopped, its awaits in `unlessStopped` reject so that it can
 * clean up, and after `endAfterMs` it exits and leaves the rest to the guard.
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

  /** Makes the first Ctrl-C or SIGTERM stop the run, and the second exit. */
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
   * Resolves like the work, but rejects when the run is stopped. The work is not cancelled.
   *
   * @template T
   * @param {Promise<T>} work
   */
  unlessStopped(work) {
    return Promise.race([work, this.stopped]);
  }
}
