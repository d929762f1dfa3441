import { Injectable, Logger } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import { LRUCache } from 'lru-cache';
import type { ArrivingRequest } from '../http/api-request.js';
import type { Caller } from '../http/caller.js';
import { digestOf, keysOf } from './credentials.js';
import { WrongKeyLimiter } from './wrong-key-limiter.js';
import { KeyUsage } from './key-usage.js';
import type { StoredKey } from './stored-keys.repository.js';
import { StoredKeysRepository } from './stored-keys.repository.js';

/** A revoked key works for at most this long in other processes. */
const knownMs = 30_000;
const unknownMs = 5_000;
/** What is left of that time when a key in use is looked up again: nobody waits for it, and it may take or fail once. */
const renewMs = 10_000;
const maxCached = 10_000;
/** How exact those times are: to the millisecond would cost a timer per request. */
const ttlResolution = 100;

/** Finds out who is asking, from the key alone. */
@Injectable()
export class AuthenticationService {
  private readonly logger = new Logger('Authentication');
  private readonly known = new LRUCache<string, StoredKey>({ max: maxCached, ttl: knownMs, ttlResolution });
  private readonly unknown = new LRUCache<string, true>({ max: maxCached, ttl: unknownMs, ttlResolution });
  private readonly lookups = new Map<string, Promise<StoredKey | undefined>>();
  private readonly failures = new WrongKeyLimiter();
  /** Keys revoked here, for longer than a lookup takes: one that began before may still find them. */
  private readonly revoked = new LRUCache<string, true>({ max: maxCached, ttl: knownMs, ttlResolution });

  constructor(
    private readonly keys: StoredKeysRepository,
    private readonly usage: KeyUsage,
  ) {}

  /** @throws ServiceError `unauthenticated`, `invalid_api_key`, `rate_limited`, `unavailable`. */
  async authenticate(request: Pick<ArrivingRequest, 'headers' | 'ip' | 'otherKey'>): Promise<Caller> {
    const keys = keysOf(request);
    if (keys.length === 0)
      throw new ServiceError(
        'unauthenticated',
        'An API key is needed: HTTP Basic with the key as user name and an empty password',
      );
    for (const key of keys) {
      const digest = digestOf(key);
      const stored = this.remembered(digest) ?? (await this.lookUp(digest));
      if (stored === undefined || (stored.expiresAt !== null && stored.expiresAt <= Date.now())) continue;
      this.usage.note(stored.caller.keyId);
      return stored.caller;
    }
    const address = request.ip ?? '';
    this.failures.check(address);
    this.failures.count(address);
    throw new ServiceError('invalid_api_key', 'This API key is unknown, revoked or expired');
  }

  /** The key is revoked, and committed to be: here it is refused from now on. */
  forget(keyId: string): void {
    this.revoked.set(keyId, true);
    const known = [...this.known.entries()].find(([, { caller }]) => caller.keyId === keyId);
    if (known) this.known.delete(known[0]);
  }

  private remembered(digest: string): StoredKey | undefined {
    const stored = this.known.get(digest);
    // A failure is logged, and whoever comes after the rest of the time waits for a lookup of its own.
    if (stored && this.known.getRemainingTTL(digest) < renewMs) this.lookUp(digest).catch(() => undefined);
    return stored;
  }

  /** Whoever asks: behind one address there may be many, and one of them tries keys. */
  private async lookUp(digest: string): Promise<StoredKey | undefined> {
    if (this.unknown.get(digest)) return undefined;
    const underWay = this.lookups.get(digest);
    if (underWay) return underWay;
    const lookup = this.findAndRemember(digest).finally(() => this.lookups.delete(digest));
    this.lookups.set(digest, lookup);
    return lookup;
  }

  private async findAndRemember(digest: string): Promise<StoredKey | undefined> {
    const found = await this.find(digest);
    const stored = found && !this.revoked.has(found.caller.keyId) ? found : undefined;
    if (stored) {
      this.known.set(digest, stored);
    } else {
      this.known.delete(digest);
      this.unknown.set(digest, true);
    }
    return stored;
  }

  private find(digest: string): Promise<StoredKey | undefined> {
    return this.keys.findByDigest(digest).catch((error: unknown) => {
      this.logger.error({ err: error }, 'API key not looked up');
      throw unavailable('API keys cannot be checked');
    });
  }
}
