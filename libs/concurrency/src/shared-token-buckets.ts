import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { PeriodicTask } from './periodic-task.js';
import type { Rate, Standing } from './token-buckets.js';
import { TokenBuckets } from './token-buckets.js';

/**
 * The DDL of a service's shared buckets, part of its initial migration. A crash of the database empties the table, which makes every
 * bucket full: not worth a write-ahead log.
 */
export const rateBucketsTable = `create unlogged table rate_buckets (
  name text collate "C" primary key,
  level double precision not null,
  per_second double precision not null,
  at timestamptz not null default now()
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01)`;

/** A bucket that is full again is the same as a new one. */
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
  /** Of the bucket that has least left. */
  readonly standing: Standing;
  /** Whole seconds after which to ask again; undefined where the claims were granted. */
  readonly retryAfter: number | undefined;
}

interface Used {
  readonly name: string;
  readonly amount: number;
  readonly perSecond: number;
}

const everyMs = 1_000;
/** A bucket with less left than this part of it is shared sooner. */
const low = 0.1;
const lowMs = 100;
const bucketsPerStatement = 1_000;

/**
 * Token buckets that all processes of a service share as rows. Every decision is made in memory, at once; once a second a process adds what it used
 * to the rows, and learns what the others used. So a bucket can be overdrawn by what all processes grant within that second, and while the database
 * is away each of them goes on with what it knows (docs/adr/0014-limits-on-by-default.md).
 */
@Injectable()
export class SharedTokenBuckets extends PeriodicTask {
  private readonly buckets = new TokenBuckets();
  /** What this process used and has not yet added to the rows. */
  private readonly unshared = new Map<string, Used>();
  private isFailing = false;

  constructor(private readonly pool: Pool) {
    super({ everyMs, failure: 'limits are not shared with the other processes for now' });
  }

  /** Takes one of each bucket, or nothing of any. */
  take(claims: readonly [Claim, ...Claim[]], now = Date.now()): Decision {
    const wait = Math.max(...claims.map(({ bucket, rate }) => this.buckets.waitFor(bucket, rate, 1, now)));
    if (wait === 0) for (const claim of claims) this.use(claim, 1, now);
    const [first, ...others] = claims.map((claim) => this.standing(claim, now));
    const standing = others.reduce((least, next) => (next.remaining < least.remaining ? next : least), first!);
    if (standing.remaining < standing.burst * low) this.wake(lowMs);
    return { standing, retryAfter: wait > 0 ? Math.ceil(wait) : undefined };
  }

  /** Uses the amount even if it is not there: for what is known only afterwards. */
  use({ bucket: name, rate }: Claim, amount: number, now = Date.now()): void {
    this.buckets.use(name, rate, amount, now);
    this.addUnshared({ name, amount, perSecond: rate.perSecond });
  }

  /** Whole seconds until something is left; 0 where there is. */
  waitFor({ bucket, rate }: Claim, now = Date.now()): number {
    return Math.ceil(this.buckets.waitFor(bucket, rate, 0, now));
  }

  /** As far as this process knows. */
  standing({ bucket, rate }: Claim, now = Date.now()): Standing {
    return this.buckets.standing(bucket, rate, now);
  }

  /** Shares what was used since the last round. */
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

  /** Warns once, however long it lasts. */
  protected override onError(error: Error): void {
    if (!this.isFailing) super.onError(error);
    this.isFailing = true;
  }

  private addUnshared({ name, amount, perSecond }: Used): void {
    this.unshared.set(name, { name, amount: amount + (this.unshared.get(name)?.amount ?? 0), perSecond });
  }

  /** True when there is more than one statement takes. */
  private async exchange(): Promise<boolean> {
    const used = [...this.unshared.values()].slice(0, bucketsPerStatement);
    if (used.length === 0) return false;
    for (const { name } of used) this.unshared.delete(name);
    try {
      for (const { name, level } of await this.write(used))
        this.buckets.set(name, level + (this.unshared.get(name)?.amount ?? 0));
    } catch (error) {
      for (const each of used) this.addUnshared(each);
      throw error;
    }
    return this.unshared.size >= bucketsPerStatement;
  }

  /** In one order everywhere, so that two processes never wait in a circle. */
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
