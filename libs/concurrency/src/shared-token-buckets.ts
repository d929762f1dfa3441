import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { PeriodicTask } from './periodic-task.js';
import type { Rate, BucketState } from './token-buckets.js';
import { TokenBuckets } from './token-buckets.js';

/**
 * The DDL of a service's shared buckets, part of its initial migration. Unlogged: a database crash empties the table,
 * which only makes every bucket full.
 */
export const rateBucketsTable = `create unlogged table rate_buckets (
  name text collate "C" primary key,
  level double precision not null,
  per_second double precision not null,
  at timestamptz not null default now()
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01)`;

/** A full bucket is the same as a new one. */
export const rateBucketsRetention = {
  table: 'rate_buckets',
  where: `at < now() - interval '10 minutes' and level <= extract(epoch from now() - at)::float8 * per_second`,
  everyMinutes: 10,
  batchSize: 5_000,
};

/** A bucket with its rate. */
export interface Claim {
  readonly bucket: string;
  readonly rate: Rate;
}

interface Decision {
  /** Of the bucket with the fewest remaining tokens. */
  readonly state: BucketState;
  /** Whole seconds until a retry can succeed; undefined if the claims were granted. */
  readonly retryAfter: number | undefined;
}

interface Used {
  readonly name: string;
  readonly amount: number;
  readonly perSecond: number;
}

const everyMs = 1_000;
/** A bucket below this fraction of its burst is shared after `lowMs` instead of `everyMs`. */
const low = 0.1;
const lowMs = 100;
const bucketsPerStatement = 1_000;

/**
 * Token buckets that all processes of a service share as rows. Decisions are made in memory; once a second a process
 * adds its usage to the rows and reads that of the others. A bucket can therefore be overdrawn by what all processes
 * grant within that second. While the database is unavailable, each process continues with its own state
 * (docs/adr/0014-limits-on-by-default.md).
 */
@Injectable()
export class SharedTokenBuckets extends PeriodicTask {
  private readonly buckets = new TokenBuckets();
  /** What this process used and has not yet added to the rows. */
  private readonly pending = new Map<string, Used>();
  private isFailing = false;

  constructor(private readonly pool: Pool) {
    super({ everyMs, failure: 'cannot share limits with the other processes' });
  }

  /** Takes one token from each bucket, or none from any. */
  take(claims: readonly [Claim, ...Claim[]], now = Date.now()): Decision {
    const wait = Math.max(...claims.map(({ bucket, rate }) => this.buckets.waitFor(bucket, rate, 1, now)));
    if (wait === 0) for (const claim of claims) this.use(claim, 1, now);
    const [first, ...others] = claims.map((claim) => this.getState(claim, now));
    const state = others.reduce((least, next) => (next.remaining < least.remaining ? next : least), first!);
    if (state.remaining < state.burst * low) this.wake(lowMs);
    return { state, retryAfter: wait > 0 ? Math.ceil(wait) : undefined };
  }

  /** Uses the amount even if the bucket lacks it, for costs that are known only afterwards. */
  use({ bucket: name, rate }: Claim, amount: number, now = Date.now()): void {
    this.buckets.use(name, rate, amount, now);
    this.addPending({ name, amount, perSecond: rate.perSecond });
  }

  /** Whole seconds until tokens remain; 0 if some do. */
  waitFor({ bucket, rate }: Claim, now = Date.now()): number {
    return Math.ceil(this.buckets.waitFor(bucket, rate, 0, now));
  }

  /** The state that this process knows. */
  getState({ bucket, rate }: Claim, now = Date.now()): BucketState {
    return this.buckets.getState(bucket, rate, now);
  }

  /** Shares the remaining usage. */
  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.exchange().catch((error: Error) => this.onError(error));
  }

  protected async batch(): Promise<boolean> {
    const more = await this.exchange();
    if (this.isFailing) this.logger.log('limits are shared with the other processes again');
    this.isFailing = false;
    return more;
  }

  /** Warns once per outage. */
  protected override onError(error: Error): void {
    if (!this.isFailing) super.onError(error);
    this.isFailing = true;
  }

  private addPending({ name, amount, perSecond }: Used): void {
    this.pending.set(name, { name, amount: amount + (this.pending.get(name)?.amount ?? 0), perSecond });
  }

  /** Returns true if more buckets remain than fit into one statement. */
  private async exchange(): Promise<boolean> {
    const used = [...this.pending.values()].slice(0, bucketsPerStatement);
    if (used.length === 0) return false;
    for (const { name } of used) this.pending.delete(name);
    try {
      for (const { name, level } of await this.write(used))
        this.buckets.set(name, level + (this.pending.get(name)?.amount ?? 0));
    } catch (error) {
      for (const each of used) this.addPending(each);
      throw error;
    }
    return this.pending.size >= bucketsPerStatement;
  }

  /** Rows are sorted, so that two processes cannot deadlock. */
  private async write(used: readonly Used[]): Promise<readonly { readonly name: string; readonly level: number }[]> {
    const { rows } = await this.pool.query<{ name: string; level: number }>({
      name: 'share-buckets',
      text: `insert into rate_buckets (name, level, per_second)
             select name, amount, per_second from unnest($1::text[], $2::float8[], $3::float8[]) as used (name, amount, per_second) order by name collate "C"
             on conflict (name) do update set
               level = greatest(0, rate_buckets.level - greatest(0, extract(epoch from now() - rate_buckets.at)::float8) * excluded.per_second) + excluded.level,
               per_second = excluded.per_second, at = now()
             returning name, level`,
      values: [used.map(({ name }) => name), used.map(({ amount }) => amount), used.map(({ perSecond }) => perSecond)],
    });
    return rows;
  }
}
