import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { LRUCache } from 'lru-cache';
import { StoredKeysRepository } from './stored-keys.repository.js';

const minuteMs = 60_000;
const flushMs = 5_000;
const maxTracked = 10_000;

/** Writes down, to the minute, when a key was last used; no request waits for it. */
@Injectable()
export class KeyUsage extends PeriodicTask {
  private readonly logger = new Logger('KeyUsage');
  private readonly noted = new LRUCache<string, true>({ max: maxTracked, ttl: minuteMs, ttlResolution: 1_000 });
  private readonly pending = new Set<string>();

  constructor(private readonly keys: StoredKeysRepository) {
    super({ everyMs: flushMs });
  }

  note(keyId: string): void {
    if (this.noted.get(keyId)) return;
    this.noted.set(keyId, true);
    this.pending.add(keyId);
  }

  /** What was noted since the last round is written too. */
  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.batch().catch((error: Error) => this.onError(error));
  }

  protected async batch(): Promise<void> {
    const ids = [...this.pending];
    this.pending.clear();
    if (ids.length > 0) await this.keys.markUsed(ids);
  }

  protected onError(error: Error): void {
    this.logger.warn({ err: error }, 'last use of keys not written');
  }
}
