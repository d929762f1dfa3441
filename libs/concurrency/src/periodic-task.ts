import { AsyncResource } from 'node:async_hooks';
import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';

export interface Period {
  /** Milliseconds between the end of one round and the beginning of the next. */
  readonly everyMs: number;
  /** Milliseconds from the start to the first round; `everyMs` when absent. */
  readonly firstAfterMs?: number;
  /** Batches of one round at most; what is left is the next round's. */
  readonly maxBatches?: number;
  /** Logged with the reason when a round fails. */
  readonly failure: string;
}

const defaultMaxBatches = 1_000;

/**
 * Something a provider does again and again while the app runs: one round at a time, each a bounded number of batches, and a stop waits for the
 * batch under way. Nest starts and stops it with the app.
 */
export abstract class PeriodicTask implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  readonly #stopping = new AbortController();
  #started = false;
  #timer: NodeJS.Timeout | undefined;
  /** When the round that is waited for begins (`performance.now()`). */
  #dueAt = Infinity;
  #round: Promise<void> | undefined;
  /** How soon another round was asked for while one was running. */
  #wokenMs: number | undefined;

  /** Of the construction: a round belongs to nobody's request, whoever woke the task. */
  readonly #inOwnContext = AsyncResource.bind((work: () => Promise<void>) => work());
  readonly #period: Period;

  constructor(period: Period) {
    this.#period = period;
  }

  /**
   * One batch of a round, small enough for the statement limit; true asks for the next one at once. `signal` is aborted when the app stops.
   */
  protected abstract batch(signal: AbortSignal): Promise<boolean | void>;

  /** The round ended with it; the next one is tried at its time. */
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

  /** There is something to do: a round within `ms`, or so long after the one that is running. */
  wake(ms = 0): void {
    if (this.#round) this.#wokenMs = Math.min(ms, this.#wokenMs ?? ms);
    else this.#schedule(ms);
  }

  /** A round now, or the one that is running. Never rejects. */
  run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#dueAt = Infinity;
    this.#round ??= this.#inOwnContext(() => this.#runBatches()).finally(() => {
      this.#round = undefined;
      this.#schedule(Math.min(this.#wokenMs ?? this.#period.everyMs, this.#period.everyMs));
    });
    return this.#round;
  }

  /** The sooner of two times counts: a task that is woken all the time is not put off by it. */
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
