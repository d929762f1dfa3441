import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { LRUCache } from 'lru-cache';
import { StoredKeysRepository } from './stored-keys.repository.js';
import { StoredSessionsRepository } from './stored-sessions.repository.js';

const keyResolutionMs = 60_000;
const sessionResolutionMs = 5 * 60_000;
const flushMs = 5_000;
const maxTracked = 10_000;

/** Writes when credentials were last used, every few seconds, so that no request waits for it. */
abstract class LastUse extends PeriodicTask {
  private readonly recent: LRUCache<string, true>;
  private readonly pending = new Set<string>();

  constructor(resolutionMs: number, name: string) {
    super({ everyMs: flushMs, failure: `cannot write the last use of ${name}` });
    this.recent = new LRUCache({ max: maxTracked, ttl: resolutionMs, ttlResolution: 1_000 });
  }

  protected abstract write(ids: readonly string[]): Promise<void>;

  record(id: string): void {
    if (this.recent.get(id)) return;
    this.recent.set(id, true);
    this.pending.add(id);
  }

  /** Flushes what is pending. */
  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.batch().catch((error: Error) => this.onError(error));
  }

  protected async batch(): Promise<void> {
    const ids = [...this.pending];
    this.pending.clear();
    if (ids.length > 0) await this.write(ids);
  }
}

/** When a key was last used, to the minute. */
@Injectable()
export class KeyUsage extends LastUse {
  constructor(private readonly keys: StoredKeysRepository) {
    super(keyResolutionMs, 'keys');
  }

  protected write(ids: readonly string[]): Promise<void> {
    return this.keys.markUsed(ids);
  }
}

/** When a session was last used, to five minutes. */
@Injectable()
export class SessionUsage extends LastUse {
  constructor(private readonly sessions: StoredSessionsRepository) {
    super(sessionResolutionMs, 'sessions');
  }

  protected write(ids: readonly string[]): Promise<void> {
    return this.sessions.markSeen(ids);
  }
}
