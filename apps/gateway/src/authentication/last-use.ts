import { Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { LRUCache } from 'lru-cache';

const flushMs = 5_000;
const maxTracked = 10_000;

/** Writes down, as exactly as it is told to, when credentials were last used; no request waits for it. */
export abstract class LastUse extends PeriodicTask {
  private readonly logger = new Logger('LastUse');
  private readonly noted: LRUCache<string, true>;
  private readonly pending = new Set<string>();

  constructor(
    exactMs: number,
    private readonly what: string,
  ) {
    super({ everyMs: flushMs });
    this.noted = new LRUCache({ max: maxTracked, ttl: exactMs, ttlResolution: 1_000 });
  }

  protected abstract write(ids: readonly string[]): Promise<void>;

  note(id: string): void {
    if (this.noted.get(id)) return;
    this.noted.set(id, true);
    this.pending.add(id);
  }

  /** What was noted since the last round is written too. */
  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.batch().catch((error: Error) => this.onError(error));
  }

  protected async batch(): Promise<void> {
    const ids = [...this.pending];
    this.pending.clear();
    if (ids.length > 0) await this.write(ids);
  }

  protected onError(error: Error): void {
    this.logger.warn({ err: error }, `last use of ${this.what} not written`);
  }
}
