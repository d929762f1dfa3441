import type { EspDriver } from './driver.js';

export interface DriverCacheOptions {
  /** How long an attempt may take: for so long a driver that was replaced may still be in use. */
  readonly attemptMs: number;
  /** How long a driver is used before its account is looked at again. */
  readonly lookAgainMs?: number | undefined;
  readonly capacity?: number | undefined;
}

interface Entry {
  readonly driver: EspDriver;
  readonly revision: number;
  freshUntil: number;
}

/**
 * Drivers in use, with their open connections: one per account, of one revision of its credentials and settings, so that changed credentials
 * never meet an old driver. One that is replaced, and the least recently used when there are too many, is closed after its attempts.
 */
export class DriverCache {
  private readonly entries = new Map<string, Entry>();
  private readonly retired = new Map<EspDriver, NodeJS.Timeout>();
  private readonly attemptMs: number;
  private readonly lookAgainMs: number;
  private readonly capacity: number;

  constructor({ attemptMs, lookAgainMs = 30_000, capacity = 100 }: DriverCacheOptions) {
    this.attemptMs = attemptMs;
    this.lookAgainMs = lookAgainMs;
    this.capacity = capacity;
  }

  /** Undefined when there is none, or when its account has to be looked at again first. */
  get(id: string): EspDriver | undefined {
    const entry = this.entries.get(id);
    if (!entry || entry.freshUntil <= Date.now()) return undefined;
    this.entries.delete(id);
    this.entries.set(id, entry);
    return entry.driver;
  }

  /** The account was looked at and has this revision. */
  getOrCreate(id: string, revision: number, create: () => EspDriver): EspDriver {
    const known = this.entries.get(id);
    if (known && known.revision > revision) return known.driver;
    const freshUntil = Date.now() + this.lookAgainMs;
    if (known?.revision === revision) {
      known.freshUntil = freshUntil;
      return known.driver;
    }
    const driver = create();
    this.retire(id);
    this.entries.set(id, { driver, revision, freshUntil });
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.capacity) break;
      this.retire(oldest);
    }
    return driver;
  }

  /** What is known of the account may not be so any more. */
  lookAgain(id: string): void {
    const entry = this.entries.get(id);
    if (entry) entry.freshUntil = 0;
  }

  retire(id: string): void {
    const driver = this.entries.get(id)?.driver;
    if (!driver) return;
    this.entries.delete(id);
    const timer = setTimeout(() => {
      this.retired.delete(driver);
      void driver.close();
    }, this.attemptMs);
    this.retired.set(driver, timer.unref());
  }

  async closeAll(): Promise<void> {
    for (const timer of this.retired.values()) clearTimeout(timer);
    const drivers = [...this.retired.keys(), ...[...this.entries.values()].map(({ driver }) => driver)];
    this.retired.clear();
    this.entries.clear();
    await Promise.all(drivers.map((driver) => driver.close()));
  }
}
