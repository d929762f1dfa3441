import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Injectable, Logger } from '@nestjs/common';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import { ExpiringLru } from './expiring-lru.js';

const minuteMs = 60_000;
const flushMs = 5_000;
const maxTracked = 10_000;

/** Writes down, to the minute, when a key was last used; no request waits for it. */
@Injectable()
export class KeyUsage implements BeforeApplicationShutdown {
  private readonly logger = new Logger('KeyUsage');
  private readonly noted = new ExpiringLru<true>(maxTracked);
  private readonly pending = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly keys: ApiKeysRepository) {}

  note(keyId: string): void {
    if (this.noted.get(keyId)) return;
    this.noted.set(keyId, true, minuteMs);
    this.pending.add(keyId);
    this.timer ??= setTimeout(() => void this.flush(), flushMs).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.flush();
  }

  private async flush(): Promise<void> {
    this.timer = undefined;
    const ids = [...this.pending];
    this.pending.clear();
    if (ids.length === 0) return;
    await this.keys
      .markUsed(ids)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'last use of keys not written'));
  }
}
