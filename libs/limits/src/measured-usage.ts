import { PeriodicTask } from '@postrider/concurrency';
import type { QuotaName, RequestContext } from '@postrider/contracts';
import { ServiceError, quotaOf } from '@postrider/contracts';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { EntitySchema } from 'typeorm';
import type { Tenant } from './counted-rows.js';

const maxAccounts = 10_000;
const recentMs = 1_000;

/** What an account uses, found out once a second at most, however often it asks. */
export class RecentAnswers<Answer> {
  private readonly answers = new LRUCache<string, Promise<Answer>>({ max: maxAccounts, ttl: recentMs });

  constructor(private readonly find: (context: RequestContext) => Promise<Answer>) {}

  for(context: RequestContext): Promise<Answer> {
    const recent = this.answers.get(context.accountId);
    if (recent) return recent;
    const answer = this.find(context);
    this.answers.set(context.accountId, answer);
    return answer;
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
  /** As it was measured; undefined until then. */
  measured: number | undefined;
  /** Added here since that measuring began. */
  added: number;
  /** When it was measured last, or failed to be (`performance.now()`), and how long it took to. */
  measuredAt: number;
  tookMs: number;
  /** Beyond this nobody needs to count. */
  limit: number;
}

const checkEveryMs = 1_000;
const minMs = 5_000;
/** Near the limit, where what has gone meanwhile decides. */
const nearMs = 500;
const near = 0.8;
/** A figure is believed for so many times as long as it took to find out: finding out costs at most 2 % of one connection. */
const believedTimes = 50;
/** However long it took once: mail that has gone meanwhile is not to be counted for ever. */
const maxMs = 60_000;
const atOnce = 100;

/**
 * What an account uses of something that is dear to count, remembered and counted again in the background, one account after the other, while it is
 * asked for. What this process adds is known at once; what others add, and what goes, by the next count: 5 s later (1 s near the limit), or 50
 * times as long as the last one took, at most a minute. So a quota can be overshot by what others add meanwhile.
 */
export abstract class MeasuredUsage extends PeriodicTask {
  private readonly figures = new LRUCache<string, Figure>({ max: maxAccounts });
  private readonly asked = new Set<string>();
  private readonly underWay = new Map<string, Promise<void>>();

  constructor() {
    super({ everyMs: checkEveryMs, maxBatches: atOnce, failure: 'what an account uses could not be counted' });
  }

  /** Now; it may stop counting beyond `enough`. Inside a transaction it has to count by its manager. */
  protected abstract measure(accountId: string, enough: number, tx?: EntityManager): Promise<number>;

  /** As far as it is known, 0 where it is not yet. Never waits. */
  known(accountId: string, limit: number): number {
    const figure = this.figure(accountId, limit);
    if (isOld(figure)) this.asked.add(accountId);
    return valueOf(figure);
  }

  /** As it is known, measured now where that is too old; what cannot be measured stays as it was known. */
  async current(accountId: string, limit: number, tx?: EntityManager): Promise<number> {
    const figure = this.figure(accountId, limit);
    if (isOld(figure)) await this.refresh(accountId, tx).catch((error: Error) => this.onError(error));
    return valueOf(figure);
  }

  add(accountId: string, amount: number): void {
    const figure = this.figures.get(accountId);
    if (figure) figure.added += amount;
  }

  /** The next that was asked for. */
  protected async batch(): Promise<boolean> {
    const [accountId] = this.asked;
    if (accountId === undefined) return false;
    this.asked.delete(accountId);
    await this.refresh(accountId);
    return this.asked.size > 0;
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

  /** Those who ask for the same account share one count. */
  private refresh(accountId: string, tx?: EntityManager): Promise<void> {
    let measuring = this.underWay.get(accountId);
    if (!measuring) {
      measuring = this.measureAnew(accountId, tx).finally(() => this.underWay.delete(accountId));
      this.underWay.set(accountId, measuring);
    }
    return measuring;
  }

  private async measureAnew(accountId: string, tx?: EntityManager): Promise<void> {
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

/** What an account uses of one of its quotas. */
export abstract class MeasuredQuota extends MeasuredUsage {
  constructor(private readonly quota: QuotaName) {
    super();
  }

  /** Measured now where what is known is too old. */
  used(tenant: Tenant, tx?: EntityManager): Promise<number> {
    return this.current(tenant.accountId, quotaOf(tenant, this.quota), tx);
  }

  /** How much more the account may have, as far as it is known. */
  room(tenant: Tenant): number {
    const most = quotaOf(tenant, this.quota);
    return most - this.known(tenant.accountId, most);
  }

  /** How much more the account may have, measured now where what is known is too old. */
  protected async measuredRoom(tenant: Tenant, tx?: EntityManager): Promise<number> {
    return quotaOf(tenant, this.quota) - (await this.used(tenant, tx));
  }

  protected exceeded(tenant: Tenant, retryAfter?: number): ServiceError {
    return ServiceError.quotaExceeded(this.quota, quotaOf(tenant, this.quota), retryAfter);
  }
}

const valueOf = ({ measured = 0, added }: Figure): number => measured + added;

function isOld(figure: Figure): boolean {
  const least = valueOf(figure) >= near * figure.limit ? nearMs : minMs;
  const believed = Math.min(maxMs, believedTimes * figure.tookMs);
  return performance.now() - figure.measuredAt >= Math.max(least, believed);
}
