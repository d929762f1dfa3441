import { isIP } from 'node:net';
import { FairQueue } from '@postrider/concurrency';
import { LRUCache } from 'lru-cache';
import { getDomain } from 'tldts';

export type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>;

/** The same for an account. */
export type AccountLookup = (host: string, accountId?: string) => ReturnType<Lookup>;

export const lookupTimeoutMs = 5_000;
const quickMs = 1_000;
const maxEntries = 10_000;
/** So long a domain's names are not known after the second time that one of them held the thread of the known; doubled each time. */
const firstDistrustMs = 2 * 60_000;
const maxDistrustMs = 60 * 60_000;
/** After so long without another time it begins anew. */
const graceMs = 3 * maxDistrustMs;

/** What names of a domain were known and then took long. */
interface Lapses {
  readonly count: number;
  readonly at: number;
}

export function lookupTimedOut(): never {
  throw Object.assign(new Error('DNS lookup timed out'), { code: 'ETIMEDOUT' });
}

/**
 * Lookups of names by the system, which has two threads for them, and each is held for as long as the DNS takes: nothing, or ten seconds and more where
 * nobody answers. So a name is asked for once, however many want it; names that were answered quickly last time have one of the threads, and all others share
 * the second. Accounts take turns at both. A domain whose names are quick until they are known and slow then, on purpose or not, has the first thread ever
 * more seldom, an hour apart in the end, and so has an account that names such domains.
 */
export class NameLookups {
  /** By account and name, those that wait included. */
  private readonly wanted = new Map<string, ReturnType<Lookup>>();
  /** By name. */
  private readonly underWay = new Map<string, ReturnType<Lookup>>();
  private readonly known = new LRUCache<string, true>({ max: maxEntries });
  /** By domain and by account. */
  private readonly lapses = new LRUCache<string, Lapses>({ max: maxEntries });
  private readonly ofKnown = new FairQueue({ capacity: 1 });
  private readonly ofOthers = new FairQueue({ capacity: 1 });

  constructor(private readonly ask: Lookup) {}

  /** Without an account it is a lookup of the operator's own. */
  addressesOf(host: string, accountId = ''): ReturnType<Lookup> {
    // Read and not looked up.
    if (isIP(host) > 0) return this.ask(host);
    const key = `${accountId} ${host}`;
    const shared = this.wanted.get(key);
    if (shared) return shared;
    const lookup = this.lookUp(host, accountId).finally(() => this.wanted.delete(key));
    this.wanted.set(key, lookup);
    return lookup;
  }

  private async lookUp(host: string, accountId: string): ReturnType<Lookup> {
    const isKnown = this.known.has(host) && !answerable(host, accountId).some((who) => this.isDistrusted(who));
    const release = this.underWay.has(host)
      ? undefined
      : await (isKnown ? this.ofKnown : this.ofOthers)
          .acquire({ key: accountId, timeoutMs: lookupTimeoutMs })
          .catch(lookupTimedOut);
    const shared = this.underWay.get(host);
    if (shared) {
      release?.();
      return shared;
    }
    const lookup = this.askFor(host, accountId, isKnown).finally(() => {
      this.underWay.delete(host);
      release?.();
    });
    this.underWay.set(host, lookup);
    return lookup;
  }

  private async askFor(host: string, accountId: string, isKnown: boolean): ReturnType<Lookup> {
    const begun = Date.now();
    this.known.delete(host);
    try {
      const addresses = await this.ask(host);
      if (Date.now() - begun <= quickMs) this.known.set(host, true);
      return addresses;
    } finally {
      if (isKnown && Date.now() - begun > quickMs) for (const who of answerable(host, accountId)) this.note(who);
    }
  }

  private isDistrusted(who: string): boolean {
    const { count, at } = this.lapses.get(who) ?? { count: 0, at: 0 };
    return count > 1 && Date.now() < at + Math.min(firstDistrustMs * 2 ** (count - 2), maxDistrustMs);
  }

  private note(who: string): void {
    const last = this.lapses.get(who);
    const count = last && Date.now() < last.at + graceMs ? last.count + 1 : 1;
    this.lapses.set(who, { count, at: Date.now() });
  }
}

/** Who is answerable for how long a name takes: its domain, and the account that named it. */
const answerable = (host: string, accountId: string): readonly string[] =>
  accountId === '' ? [domainOf(host)] : [domainOf(host), `account ${accountId}`];

/** What one has to register to have names in it; in `shop.github.io` that is all of it, as in a name that is on no public suffix. */
const domainOf = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host;
