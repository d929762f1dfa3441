import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import type { Rate } from '@postrider/contracts';
import { LRUCache } from 'lru-cache';
import { Pool } from 'pg';
import type { Standing } from './token-bucket.js';
import { TokenBucket } from './token-bucket.js';

/** Something that is asked of one bucket. */
export interface Claim {
  readonly bucket: string;
  readonly rate: Rate;
}

/** What became of claims; `standing` is that of the bucket that has least left. */
export interface Decision {
  readonly standing: Standing;
  /** Whole seconds after which to ask again; undefined where the claims were granted. */
  readonly retryAfter: number | undefined;
}

const everyMs = 1_000;
/** A bucket with less left than this part of it is shared sooner. */
const low = 0.1;
const lowMs = 100;
const maxBuckets = 20_000;
const bucketsPerStatement = 1_000;

/**
 * Rates that all processes of a service hold together. Every decision is made here, in memory, at once; what was used is told to the others
 * once a second, and what they have used is learned with it. So a bucket can be overdrawn by what all processes grant within that second; while the database
 * is away each of them goes on with what it knows (docs/adr/0014-limits-on-by-default.md).
 */
@Injectable()
export class SharedBuckets extends PeriodicTask {
  private readonly logger = new Logger(SharedBuckets.name);
  private readonly buckets = new LRUCache<string, TokenBucket>({ max: maxBuckets });
  /** Those that were used since they were last shared: what was used is told even of one that was pushed out. */
  private readonly used = new Map<string, { readonly bucket: TokenBucket; readonly perSecond: number }>();
  private failing = false;

  constructor(private readonly pool: Pool) {
    super({ everyMs });
  }

  /** One of each bucket, or nothing of any. */
  take(claims: readonly [Claim, ...Claim[]], now = Date.now()): Decision {
    const wait = Math.max(...claims.map(({ bucket, rate }) => this.bucket(bucket, now).waitFor(1, rate, now)));
    for (const { bucket, rate } of wait > 0 ? [] : claims) this.use(bucket, rate, 1, now);
    const [first, ...others] = claims.map(({ bucket, rate }) => this.bucket(bucket, now).standing(rate, now));
    const standing = others.reduce((least, next) => (next.remaining < least.remaining ? next : least), first!);
    if (standing.remaining < standing.burst * low) this.wake(lowMs);
    return { standing, retryAfter: wait > 0 ? Math.ceil(wait) : undefined };
  }

  /** Whatever is left: for what is known only when it is done. */
  use(name: string, rate: Rate, amount: number, now = Date.now()): void {
    const bucket = this.bucket(name, now);
    bucket.use(amount, rate, now);
    this.used.set(name, { bucket, perSecond: rate.perSecond });
  }

  /** Whole seconds until something is left; 0 where there is. */
  waitFor({ bucket, rate }: Claim, now = Date.now()): number {
    return Math.ceil(this.bucket(bucket, now).waitFor(0, rate, now));
  }

  /** As far as this process knows. */
  standing({ bucket, rate }: Claim, now = Date.now()): Standing {
    return this.bucket(bucket, now).standing(rate, now);
  }

  /** What was used since the last round is told too. */
  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.exchange().catch((error: Error) => this.onError(error));
  }

  protected async batch(): Promise<boolean> {
    const more = await this.exchange();
    if (this.failing) this.logger.log('limits are shared with the other processes again');
    this.failing = false;
    return more;
  }

  /** Once, however long it lasts. */
  protected onError(error: Error): void {
    if (!this.failing) this.logger.warn({ err: error }, 'limits are not shared with the other processes for now');
    this.failing = true;
  }

  private bucket(name: string, now: number): TokenBucket {
    let bucket = this.buckets.get(name);
    if (!bucket) this.buckets.set(name, (bucket = this.used.get(name)?.bucket ?? new TokenBucket(now)));
    return bucket;
  }

  /** True when there is more than one statement takes. */
  private async exchange(): Promise<boolean> {
    const shared = [...this.used].slice(0, bucketsPerStatement).map(([name, { bucket, perSecond }]) => {
      this.used.delete(name);
      return { name, bucket, perSecond, amount: bucket.share() };
    });
    if (shared.length === 0) return false;
    try {
      const levels = await this.write(shared);
      const now = Date.now();
      for (const { name, bucket } of shared) bucket.learn(levels.get(name) ?? 0, now);
    } catch (error) {
      for (const { name, bucket, perSecond, amount } of shared) {
        bucket.unshared += amount;
        this.used.set(name, { bucket, perSecond });
      }
      throw error;
    }
    return this.used.size >= bucketsPerStatement;
  }

  /** In one order everywhere, so that two processes never wait in a circle. */
  private async write(
    shared: readonly { readonly name: string; readonly perSecond: number; readonly amount: number }[],
  ): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.pool.query<{ name: string; level: number }>({
      name: 'share-buckets',
      text: `insert into rate_buckets (name, level, per_second)
             select name, amount, per_second from unnest($1::text[], $2::float8[], $3::float8[]) as used (name, amount, per_second) order by name collate "C"
             on conflict (name) do update set
               level = greatest(0, rate_buckets.level - greatest(0, extract(epoch from now() - rate_buckets.at)::float8) * excluded.per_second) + excluded.level,
               per_second = excluded.per_second, at = now()
             returning name, level`,
      values: [
        shared.map(({ name }) => name),
        shared.map(({ amount }) => amount),
        shared.map(({ perSecond }) => perSecond),
      ],
    });
    return new Map(rows.map(({ name, level }) => [name, level]));
  }
}
