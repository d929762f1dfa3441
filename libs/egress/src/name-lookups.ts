import { isIP } from 'node:net';
import { FairQueue } from '@postrider/concurrency';
import { LRUCache } from 'lru-cache';

export type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>;

export const lookupTimeoutMs = 5_000;
const quickMs = 1_000;
const mostKnown = 10_000;
/** So long a domain's names are not known after the second time that one of them held the thread of the known; doubled each time. */
const firstDistrustMs = 2 * 60_000;
const longestDistrustMs = 60 * 60_000;
/** After so long without another time it begins anew. */
const forgivenMs = 3 * longestDistrustMs;

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
 * the second. A domain whose names are quick until they are known and slow then, on purpose or not, has the first thread ever more seldom, an hour apart in
 * the end.
 */
export class NameLookups {
  private readonly underWay = new Map<string, ReturnType<Lookup>>();
  private readonly known = new LRUCache<string, true>({ max: mostKnown });
  /** By domain. */
  private readonly lapses = new LRUCache<string, Lapses>({ max: mostKnown });
  private readonly ofKnown = new FairQueue({ capacity: 1 });
  private readonly ofOthers = new FairQueue({ capacity: 1 });

  constructor(private readonly ask: Lookup) {}

  addressesOf(host: string): ReturnType<Lookup> {
    // Read and not looked up.
    if (isIP(host) > 0) return this.ask(host);
    const shared = this.underWay.get(host);
    if (shared) return shared;
    const lookup = this.lookUp(host).finally(() => this.underWay.delete(host));
    this.underWay.set(host, lookup);
    return lookup;
  }

  private async lookUp(host: string): ReturnType<Lookup> {
    const isKnown = this.known.has(host) && !this.isDistrusted(host);
    const threads = isKnown ? this.ofKnown : this.ofOthers;
    const release = await threads.acquire({ timeoutMs: lookupTimeoutMs }).catch(lookupTimedOut);
    const begun = Date.now();
    this.known.delete(host);
    try {
      const addresses = await this.ask(host);
      if (Date.now() - begun <= quickMs) this.known.set(host, true);
      return addresses;
    } finally {
      if (isKnown && Date.now() - begun > quickMs) this.note(host);
      release();
    }
  }

  private isDistrusted(host: string): boolean {
    const { count, at } = this.lapses.get(domainOf(host)) ?? { count: 0, at: 0 };
    return count > 1 && Date.now() < at + Math.min(firstDistrustMs * 2 ** (count - 2), longestDistrustMs);
  }

  private note(host: string): void {
    const domain = domainOf(host);
    const last = this.lapses.get(domain);
    const count = last && Date.now() < last.at + forgivenMs ? last.count + 1 : 1;
    this.lapses.set(domain, { count, at: Date.now() });
  }
}

/** What one has to own to have names in it, or less of it. */
const domainOf = (host: string): string => host.toLowerCase().replace(/\.$/, '').split('.').slice(-2).join('.');
