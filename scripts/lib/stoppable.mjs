import { Failure } from './failure.mjs';
import { stopAll } from './processes.mjs';
import { listenForStop } from './stop-signals.mjs';

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
