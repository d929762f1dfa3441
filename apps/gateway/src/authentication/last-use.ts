import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { LRUCache } from 'lru-cache';
import { StoredKeysRepository } from './stored-keys.repository.js';
import { StoredSessionsRepository } from './stored-sessions.repository.js';

const keyUseExactMs = 60_000;
const sessionUseExactMs = 5 * 60_000;
const flushMs = 5_000;
const maxTracked = 10_000;

/** Writes down, as exactly as it is told to, when credentials were last used; no request waits for it. */
abstract class LastUse extends PeriodicTask {
  private readonly noted: LRUCache<string, true>;
  private readonly pending = new Set<string>();

  constructor(exactMs: number, what: string) {
    super({ everyMs: flushMs, failure: `last use of ${what} not written` });
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
}

/** When a key was last used, to the minute. */
@Injectable()
export class KeyUsage extends LastUse {
  constructor(private readonly keys: StoredKeysRepository) {
    super(keyUseExactMs, 'keys');
  }

  protected write(ids: readonly string[]): Promise<void> {
    return this.keys.markUsed(ids);
  }
}

/** When a session was last used, to five minutes. */
@Injectable()
export class SessionUsage extends LastUse {
  constructor(private readonly sessions: StoredSessionsRepository) {
    super(sessionUseExactMs, 'sessions');
  }

  protected write(ids: readonly string[]): Promise<void> {
    return this.sessions.markSeen(ids);
  }
}
