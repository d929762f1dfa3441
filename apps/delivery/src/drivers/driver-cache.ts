import type { EspDriver } from './driver.js';

const defaultCapacity = 100;

/**
 * Drivers in use, with their open connections. The key names the account and the version of its credentials, so that changed
 * credentials never meet an old driver; the least recently used is closed when there are too many.
 */
export class DriverCache {
  private readonly drivers = new Map<string, EspDriver>();

  constructor(private readonly capacity = defaultCapacity) {}

  get(key: string): EspDriver | undefined {
    const driver = this.drivers.get(key);
    if (driver) {
      this.drivers.delete(key);
      this.drivers.set(key, driver);
    }
    return driver;
  }

  getOrCreate(key: string, create: () => EspDriver): EspDriver {
    const known = this.get(key);
    if (known) return known;
    const driver = create();
    this.drivers.set(key, driver);
    for (const [oldest, evicted] of this.drivers) {
      if (this.drivers.size <= this.capacity) break;
      this.drivers.delete(oldest);
      void evicted.close();
    }
    return driver;
  }

  async closeAll(): Promise<void> {
    const drivers = [...this.drivers.values()];
    this.drivers.clear();
    await Promise.all(drivers.map((driver) => driver.close()));
  }
}
