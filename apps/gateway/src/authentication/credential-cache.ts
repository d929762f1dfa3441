import { LRUCache } from 'lru-cache';

/** How long a credential is cached, and how long a revoked one may still work in other processes. */
const knownMs = 30_000;
const unknownMs = 5_000;
/** An entry in use is renewed in the background when it has this long to live. The renewal may be slow or fail once. */
const renewMs = 10_000;
const maxCached = 10_000;
/** The resolution of the TTLs in milliseconds: a finer one would cost a timer per request. */
const ttlResolution = 100;

/** Caches credentials by digest, also those that do not exist, so that made-up ones cost one lookup each. */
export class CredentialCache<Stored extends object> {
  private readonly known = new LRUCache<string, Stored>({ max: maxCached, ttl: knownMs, ttlResolution });
  private readonly unknown = new LRUCache<string, true>({ max: maxCached, ttl: unknownMs, ttlResolution });
  private readonly lookups = new Map<string, Promise<Stored | undefined>>();
  /** Revoked ids, for longer than a lookup takes: a lookup that started earlier may still find them. */
  private readonly revoked = new LRUCache<string, true>({ max: maxCached, ttl: knownMs, ttlResolution });

  /** `getId` returns the id that is revoked. Several digests may share it. */
  constructor(
    private readonly find: (digest: string) => Promise<Stored | undefined>,
    private readonly getId: (stored: Stored) => string,
  ) {}

  /** Synchronous for cached entries. */
  get(digest: string): Stored | undefined {
    const stored = this.known.get(digest);
    // The failure is logged. After the entry has expired, requests wait for a lookup of their own.
    if (stored && this.known.getRemainingTTL(digest) < renewMs) this.lookUp(digest).catch(() => undefined);
    return stored;
  }

  /** Not limited per address, because callers behind one address share it with one who sends made-up credentials. */
  async lookUp(digest: string): Promise<Stored | undefined> {
    if (this.unknown.get(digest)) return undefined;
    const pending = this.lookups.get(digest);
    if (pending) return pending;
    const lookup = this.findAndRemember(digest).finally(() => this.lookups.delete(digest));
    this.lookups.set(digest, lookup);
    return lookup;
  }

  /** Removes revoked credentials. Call it after the commit. */
  delete(id: string): void {
    this.revoked.set(id, true);
    for (const [digest, stored] of [...this.known.entries()]) if (this.getId(stored) === id) this.known.delete(digest);
  }

  /** Removes changed credentials, so that they are looked up again. */
  refresh(matches: (stored: Stored) => boolean): void {
    for (const [digest, stored] of [...this.known.entries()]) if (matches(stored)) this.known.delete(digest);
  }

  private async findAndRemember(digest: string): Promise<Stored | undefined> {
    const found = await this.find(digest);
    const stored = found && !this.revoked.has(this.getId(found)) ? found : undefined;
    if (stored) {
      this.known.set(digest, stored);
    } else {
      this.known.delete(digest);
      this.unknown.set(digest, true);
    }
    return stored;
  }
}
