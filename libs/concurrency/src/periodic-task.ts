import { AsyncResource } from 'node:async_hooks';
import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';

export interface Period {
  /** Milliseconds between the end of one round and the beginning of the next. */
  readonly everyMs: number;
  /** Milliseconds from the start to the first round; `everyMs` when absent. */
  readonly firstAfterMs?: number;
  /** Maximum number of batches per round; the next round continues. */
  readonly maxBatches?: number;
  /** Logged with the reason when a round fails. */
  readonly failure: string;
}

const defaultMaxBatches = 1_000;

/**
 * A task that a provider repeats while the app runs: one round at a time, each with a bounded number of batches. Nest
 * starts and stops it with the app, and shutdown waits for the running batch.
 */
export abstract class PeriodicTask implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  readonly #stopping = new AbortController();
  #started = false;
  #timer: NodeJS.Timeout | undefined;
  /** When the scheduled round starts (`performance.now()`). */
  #dueAt = Infinity;
  #round: Promise<void> | undefined;
  /** The shortest delay that wake() asked for while a round was running. */
  #wokenMs: number | undefined;

  /** Captured at construction, so that a round does not run in the request context of the caller that wakes it. */
  readonly #inOwnContext = AsyncResource.bind((work: () => Promise<void>) => work());
  readonly #period: Period;

  constructor(period: Period) {
    this.#period = period;
  }

  /**
   * One batch of a round, short enough for the statement timeout; returns true to run the next one immediately.
   * `signal` is aborted when the app stops.
   */
  protected abstract batch(signal: AbortSignal): Promise<boolean | void>;

  /** Called when a batch throws, which ends the round. The next round starts as scheduled. */
  protected onError({ message }: Error): void {
    this.logger.warn(`${this.#period.failure}: ${message}`);
  }

  onApplicationBootstrap(): Promise<void> | void {
    this.#started = true;
    this.#schedule(this.#period.firstAfterMs ?? this.#period.everyMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#round;
  }

  /** Schedules a round within `ms`, or within `ms` after the running round ends. */
  wake(ms = 0): void {
    if (this.#round) this.#wokenMs = Math.min(ms, this.#wokenMs ?? ms);
    else this.#schedule(ms);
  }

  /** Starts a round now, or returns the running one. Never rejects. */
  run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#dueAt = Infinity;
    this.#round ??= this.#inOwnContext(() => this.#runBatches()).finally(() => {
      this.#round = undefined;
      this.#schedule(Math.min(this.#wokenMs ?? this.#period.everyMs, this.#period.everyMs));
    });
    return this.#round;
  }

  /** Keeps the earlier of two times, so frequent wake-ups do not delay a round. */
  #schedule(ms: number): void {
    const dueAt = performance.now() + ms;
    if (!this.#started || this.#stopping.signal.aborted || dueAt >= this.#dueAt) return;
    this.#dueAt = dueAt;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.run(), ms).unref();
  }

  async #runBatches(): Promise<void> {
    this.#wokenMs = undefined;
    const { maxBatches = defaultMaxBatches } = this.#period;
    try {
      for (let done = 0; done < maxBatches && !this.#stopping.signal.aborted; done++) {
        if ((await this.batch(this.#stopping.signal)) !== true) return;
      }
    } catch (error) {
      this.onError(error as Error);
    }
  }
}
