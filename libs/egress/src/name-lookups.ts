import { isIP } from 'node:net';
import { FairQueue } from '@postrider/concurrency';
import { LRUCache } from 'lru-cache';
import { getDomain } from 'tldts';

export type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>;

/** A lookup on behalf of an account. */
export type AccountLookup = (host: string, accountId?: string) => ReturnType<Lookup>;

export const lookupTimeoutMs = 5_000;
const quickMs = 1_000;
const maxEntries = 10_000;
/**
 * After the second slow response in the slot for known names, the domain loses its known names for this time. It doubles
 * with each further one.
 */
const minDistrustMs = 2 * 60_000;
const maxDistrustMs = 60 * 60_000;
/** The count starts over after this time without a slow response. */
const graceMs = 3 * maxDistrustMs;

/** How often known names of a domain were slow, and when last. */
interface SlowLookups {
  readonly count: number;
  readonly at: number;
}

export function lookupTimedOut(): never {
  throw Object.assign(new Error('DNS lookup timed out'), { code: 'ETIMEDOUT' });
}

/**
 * DNS lookups by the system, which has two threads for them. A lookup holds its thread until the DNS responds: briefly,
 * or ten seconds and more if it does not respond. Each name is therefore looked up only once at a time. Names that were
 * fast last time use one thread, and all others share the second; accounts take turns at both.
 * A domain whose known names become slow, on purpose or not, uses the first thread ever more rarely, at most hourly in the long run.
 * So does an account that looks up such domains.
 */
export class NameLookups {
  /** By account and name, including waiting lookups. */
  private readonly requested = new Map<string, ReturnType<Lookup>>();
  /** By name. */
  private readonly running = new Map<string, ReturnType<Lookup>>();
  private readonly known = new LRUCache<string, true>({ max: maxEntries });
  /** By domain and by account. */
  private readonly slowLookups = new LRUCache<string, SlowLookups>({ max: maxEntries });
  private readonly cachedNameSlot = new FairQueue({ capacity: 1 });
  private readonly otherSlot = new FairQueue({ capacity: 1 });

  constructor(private readonly lookup: Lookup) {}

  /** Without an account, it is a lookup of the operator. */
  resolveAddresses(host: string, accountId = ''): ReturnType<Lookup> {
    // An IP address needs no lookup.
    if (isIP(host) > 0) return this.lookup(host);
    const key = `${accountId} ${host}`;
    const shared = this.requested.get(key);
    if (shared) return shared;
    const lookup = this.lookUp(host, accountId).finally(() => this.requested.delete(key));
    this.requested.set(key, lookup);
    return lookup;
  }

  private async lookUp(host: string, accountId: string): ReturnType<Lookup> {
    const isKnown = this.known.has(host) && !chargedKeys(host, accountId).some((who) => this.isDistrusted(who));
    const release = this.running.has(host)
      ? undefined
      : await (isKnown ? this.cachedNameSlot : this.otherSlot)
          .acquire({ key: accountId, timeoutMs: lookupTimeoutMs })
          .catch(lookupTimedOut);
    const shared = this.running.get(host);
    if (shared) {
      release?.();
      return shared;
    }
    const lookup = this.resolve(host, accountId, isKnown).finally(() => {
      this.running.delete(host);
      release?.();
    });
    this.running.set(host, lookup);
    return lookup;
  }

  private async resolve(host: string, accountId: string, isKnown: boolean): ReturnType<Lookup> {
    const startedAt = Date.now();
    this.known.delete(host);
    try {
      const addresses = await this.lookup(host);
      if (Date.now() - startedAt <= quickMs) this.known.set(host, true);
      return addresses;
    } finally {
      if (isKnown && Date.now() - startedAt > quickMs) for (const who of chargedKeys(host, accountId)) this.note(who);
    }
  }

  private isDistrusted(who: string): boolean {
    const { count, at } = this.slowLookups.get(who) ?? { count: 0, at: 0 };
    return count > 1 && Date.now() < at + Math.min(minDistrustMs * 2 ** (count - 2), maxDistrustMs);
  }

  private note(who: string): void {
    const last = this.slowLookups.get(who);
    const count = last && Date.now() < last.at + graceMs ? last.count + 1 : 1;
    this.slowLookups.set(who, { count, at: Date.now() });
  }
}

/** The domain and the account that are charged for the duration of a lookup. */
const chargedKeys = (host: string, accountId: string): readonly string[] =>
  accountId === '' ? [getRegisteredDomain(host)] : [getRegisteredDomain(host), `account ${accountId}`];

/** The registrable domain; for `shop.github.io` and names without a public suffix, the full name. */
const getRegisteredDomain = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host;
