import { PeriodicTask } from '@postrider/concurrency';
import type { QuotaName, RequestContext } from '@postrider/contracts';
import { ServiceError, getQuota } from '@postrider/contracts';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { EntitySchema } from 'typeorm';
import type { Tenant } from './counted-rows.js';

const maxAccounts = 10_000;
const recentMs = 1_000;

/** Caches the usage of each account for a second. */
export class RecentUsage<Usage> {
  private readonly cache = new LRUCache<string, Promise<Usage>>({ max: maxAccounts, ttl: recentMs });

  constructor(private readonly find: (context: RequestContext) => Promise<Usage>) {}

  for(context: RequestContext): Promise<Usage> {
    const recent = this.cache.get(context.accountId);
    if (recent) return recent;
    const usage = this.find(context);
    this.cache.set(context.accountId, usage);
    return usage;
  }
}

/** The table of `SharedTokenBuckets`, for the schema check. */
export const rateBucketsEntity = new EntitySchema({
  name: 'rate_buckets',
  columns: {
    name: { type: 'text', collation: 'C', primary: true },
    level: { type: 'float8' },
    per_second: { type: 'float8' },
    at: { type: 'timestamptz', default: () => 'now()' },
  },
});

interface Figure {
  /** The last measured value; undefined before the first measurement. */
  measured: number | undefined;
  /** Added by this process since that measurement started. */
  added: number;
  /** When the last measurement ended or failed (`performance.now()`), and how long it took. */
  measuredAt: number;
  tookMs: number;
  /** Values above this limit need not be counted exactly. */
  limit: number;
}

const checkEveryMs = 1_000;
const minMs = 5_000;
/** Near the limit, where removals matter. */
const nearLimitCacheMs = 500;
const nearFraction = 0.8;
/** A value is valid for this multiple of its measuring time, so that measuring uses at most 2 % of one connection. */
const validityFactor = 50;
/** Upper bound of that time, so that a single slow measurement does not hide removals for long. */
const maxMs = 60_000;
const maxPerRound = 100;

/**
 * The usage of something that is expensive to count, per account. It is cached and measured again in the background,
 * one account after the other, while it is requested. Additions by this process count immediately. Additions by others
 * and removals count with the next measurement: after 5 s (1 s near the limit) or 50 times the last duration, but
 * within a minute. A quota can therefore be exceeded by what others add meanwhile.
 */
export abstract class MeasuredUsage extends PeriodicTask {
  private readonly figures = new LRUCache<string, Figure>({ max: maxAccounts });
  private readonly requested = new Set<string>();
  private readonly running = new Map<string, Promise<void>>();

  constructor() {
    super({ everyMs: checkEveryMs, maxBatches: maxPerRound, failure: 'cannot measure the usage of accounts' });
  }

  /** Measures now; may stop counting beyond `enough`. Inside a transaction, it must use that `tx`. */
  protected abstract measure(accountId: string, enough: number, tx?: EntityManager): Promise<number>;

  /** The cached value, 0 before the first measurement. Never waits. */
  known(accountId: string, limit: number): number {
    const figure = this.figure(accountId, limit);
    if (isOld(figure)) this.requested.add(accountId);
    return getValue(figure);
  }

  /** The cached value, measured now if it is too old. Keeps the old value if the measurement fails. */
  async current(accountId: string, limit: number, tx?: EntityManager): Promise<number> {
    const figure = this.figure(accountId, limit);
    if (isOld(figure)) await this.refresh(accountId, tx).catch((error: Error) => this.onError(error));
    return getValue(figure);
  }

  add(accountId: string, amount: number): void {
    const figure = this.figures.get(accountId);
    if (figure) figure.added += amount;
  }

  /** Measures the next requested account. */
  protected async batch(): Promise<boolean> {
    const [accountId] = this.requested;
    if (accountId === undefined) return false;
    this.requested.delete(accountId);
    await this.refresh(accountId);
    return this.requested.size > 0;
  }

  private figure(accountId: string, limit: number): Figure {
    let figure = this.figures.get(accountId);
    if (!figure)
      this.figures.set(
        accountId,
        (figure = { measured: undefined, added: 0, measuredAt: -Infinity, tookMs: 0, limit }),
      );
    figure.limit = limit;
    return figure;
  }

  /** Concurrent requests for an account share one measurement. */
  private refresh(accountId: string, tx?: EntityManager): Promise<void> {
    let measuring = this.running.get(accountId);
    if (!measuring) {
      measuring = this.remeasure(accountId, tx).finally(() => this.running.delete(accountId));
      this.running.set(accountId, measuring);
    }
    return measuring;
  }

  private async remeasure(accountId: string, tx?: EntityManager): Promise<void> {
    const figure = this.figures.get(accountId);
    if (!figure) return;
    const before = figure.added;
    const startedAt = performance.now();
    try {
      figure.measured = await this.measure(accountId, figure.limit + 1, tx);
      figure.added -= before;
      figure.tookMs = performance.now() - startedAt;
    } finally {
      figure.measuredAt = performance.now();
    }
  }
}

/** The usage of one of an account's quotas. */
export abstract class MeasuredQuota extends MeasuredUsage {
  constructor(private readonly quota: QuotaName) {
    super();
  }

  /** Measured now if the cached value is too old. */
  used(tenant: Tenant, tx?: EntityManager): Promise<number> {
    return this.current(tenant.accountId, getQuota(tenant, this.quota), tx);
  }

  /** How much more the account may have, by the cached value. */
  remaining(tenant: Tenant): number {
    const max = getQuota(tenant, this.quota);
    return max - this.known(tenant.accountId, max);
  }

  /** How much more the account may have, measured now if the cached value is too old. */
  protected async measuredRemaining(tenant: Tenant, tx?: EntityManager): Promise<number> {
    return getQuota(tenant, this.quota) - (await this.used(tenant, tx));
  }

  protected exceeded(tenant: Tenant, retryAfter?: number): ServiceError {
    return ServiceError.quotaExceeded(this.quota, getQuota(tenant, this.quota), retryAfter);
  }
}

const getValue = ({ measured = 0, added }: Figure): number => measured + added;

function isOld(figure: Figure): boolean {
  const minAgeMs = getValue(figure) >= nearFraction * figure.limit ? nearLimitCacheMs : minMs;
  const validMs = Math.min(maxMs, validityFactor * figure.tookMs);
  return performance.now() - figure.measuredAt >= Math.max(minAgeMs, validMs);
}
