import { LRUCache } from 'lru-cache';

/** What is revoked works for at most this long in other processes. */
const knownMs = 30_000;
const unknownMs = 5_000;
/** What is left of that time when something in use is looked up again: nobody waits for it, and it may take or fail once. */
const renewMs = 10_000;
const maxCached = 10_000;
/** How exact those times are: to the millisecond would cost a timer per request. */
const ttlResolution = 100;

/** Credentials by their digest, as far as they were looked up lately: what every request asks for is here, and what strangers make up costs one lookup. */
export class Remembered<Stored extends object> {
  private readonly known = new LRUCache<string, Stored>({ max: maxCached, ttl: knownMs, ttlResolution });
  private readonly unknown = new LRUCache<string, true>({ max: maxCached, ttl: unknownMs, ttlResolution });
  private readonly lookups = new Map<string, Promise<Stored | undefined>>();
  /** Revoked here, for longer than a lookup takes: one that began before may still find it. */
  private readonly revoked = new LRUCache<string, true>({ max: maxCached, ttl: knownMs, ttlResolution });

  /** `idOf` names what is revoked: many may be by one name. */
  constructor(
    private readonly find: (digest: string) => Promise<Stored | undefined>,
    private readonly idOf: (stored: Stored) => string,
  ) {}

  /** Nothing is awaited where it is known. */
  get(digest: string): Stored | undefined {
    const stored = this.known.get(digest);
    // A failure is logged, and whoever comes after the rest of the time waits for a lookup of its own.
    if (stored && this.known.getRemainingTTL(digest) < renewMs) this.lookUp(digest).catch(() => undefined);
    return stored;
  }

  /** Whoever asks: behind one address there may be many, and one of them makes up credentials. */
  async lookUp(digest: string): Promise<Stored | undefined> {
    if (this.unknown.get(digest)) return undefined;
    const underWay = this.lookups.get(digest);
    if (underWay) return underWay;
    const lookup = this.findAndRemember(digest).finally(() => this.lookups.delete(digest));
    this.lookups.set(digest, lookup);
    return lookup;
  }

  /** It is revoked, and committed to be: here it is refused from now on. */
  forget(id: string): void {
    this.revoked.set(id, true);
    for (const [digest, stored] of [...this.known.entries()]) if (this.idOf(stored) === id) this.known.delete(digest);
  }

  /** It changed: it is looked up again. */
  refresh(isConcerned: (stored: Stored) => boolean): void {
    for (const [digest, stored] of [...this.known.entries()]) if (isConcerned(stored)) this.known.delete(digest);
  }

  private async findAndRemember(digest: string): Promise<Stored | undefined> {
    const found = await this.find(digest);
    const stored = found && !this.revoked.has(this.idOf(found)) ? found : undefined;
    if (stored) {
      this.known.set(digest, stored);
    } else {
      this.known.delete(digest);
      this.unknown.set(digest, true);
    }
    return stored;
  }
}
