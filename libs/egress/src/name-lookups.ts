import { isIP } from 'node:net';
import { Semaphore } from '@postrider/concurrency';
import { LRUCache } from 'lru-cache';

export type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>;

export const lookupTimeoutMs = 5_000;
const quickMs = 1_000;
const mostKnown = 10_000;

export function lookupTimedOut(): never {
  throw Object.assign(new Error('DNS lookup timed out'), { code: 'ETIMEDOUT' });
}

/**
 * Lookups of names by the system, which has two threads for them, and each is held for as long as the DNS takes: nothing, or ten seconds and more where
 * nobody answers. So a name is asked for once, however many want it; names that were answered quickly last time have one of the threads, and all others share
 * the second.
 */
export class NameLookups {
  private readonly underWay = new Map<string, ReturnType<Lookup>>();
  private readonly known = new LRUCache<string, true>({ max: mostKnown });
  private readonly ofKnown = new Semaphore(1);
  private readonly ofOthers = new Semaphore(1);

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
    const release = await this.turn(this.known.has(host) ? this.ofKnown : this.ofOthers);
    const begun = Date.now();
    this.known.delete(host);
    try {
      const addresses = await this.ask(host);
      if (Date.now() - begun <= quickMs) this.known.set(host, true);
      return addresses;
    } finally {
      release();
    }
  }

  /** No longer than who asks has patience. */
  private async turn(threads: Semaphore): Promise<() => void> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), lookupTimeoutMs);
    try {
      return await threads.acquire(1, patience.signal).catch(lookupTimedOut);
    } finally {
      clearTimeout(timer);
    }
  }
}
