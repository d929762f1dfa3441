import { LRUCache } from 'lru-cache';
import type { EspDriver } from './driver.js';

export interface DriverCacheOptions {
  /** Maximum duration of an attempt: a replaced driver may be in use for that long. */
  readonly attemptMs: number;
  /** How long a driver is used before its account is loaded again. */
  readonly recheckMs?: number | undefined;
  readonly capacity?: number | undefined;
}

interface Entry {
  readonly driver: EspDriver;
  readonly revision: number;
  freshUntil: number;
}

/**
 * Drivers in use, one per account and revision of its credentials and settings. A driver that is replaced or evicted is
 * closed after its attempts. Drivers take a few kilobytes; their open connections have a separate limit.
 */
export class DriverCache {
  private readonly entries: LRUCache<string, Entry>;
  private readonly retired = new Map<EspDriver, NodeJS.Timeout>();
  private readonly attemptMs: number;
  private readonly recheckMs: number;

  constructor({ attemptMs, recheckMs = 30_000, capacity = 10_000 }: DriverCacheOptions) {
    this.attemptMs = attemptMs;
    this.recheckMs = recheckMs;
    this.entries = new LRUCache({ max: capacity, dispose: ({ driver }) => this.closeAfterItsAttempts(driver) });
  }

  /** Undefined when there is none, or when its account must be loaded again first. */
  get(id: string): EspDriver | undefined {
    const entry = this.entries.get(id);
    return entry && entry.freshUntil > Date.now() ? entry.driver : undefined;
  }

  /** Called after the account was loaded with this revision. */
  getOrCreate(id: string, revision: number, create: () => EspDriver): EspDriver {
    const known = this.entries.get(id);
    if (known && known.revision > revision) return known.driver;
    const freshUntil = Date.now() + this.recheckMs;
    if (known?.revision === revision) {
      known.freshUntil = freshUntil;
      return known.driver;
    }
    const driver = create();
    this.entries.set(id, { driver, revision, freshUntil });
    return driver;
  }

  /** Makes the next use load the account again. */
  invalidate(id: string): void {
    const entry = this.entries.peek(id);
    if (entry) entry.freshUntil = 0;
  }

  retire(id: string): void {
    this.entries.delete(id);
  }

  async closeAll(): Promise<void> {
    this.entries.clear();
    const drivers = [...this.retired.keys()];
    for (const timer of this.retired.values()) clearTimeout(timer);
    this.retired.clear();
    await Promise.all(drivers.map((driver) => driver.close()));
  }

  private closeAfterItsAttempts(driver: EspDriver): void {
    const timer = setTimeout(() => {
      this.retired.delete(driver);
      void driver.close();
    }, this.attemptMs);
    this.retired.set(driver, timer.unref());
  }
}
