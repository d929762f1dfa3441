import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { within } from '@postrider/concurrency';
import { TenantPool } from '@postrider/service';
import { LRUCache } from 'lru-cache';
import type { Tenant } from '@postrider/limits';
import { MeasuredQuota } from '@postrider/limits';

/** The number of waiting members of an account. New members are checked against an in-memory count, without a query. */
@Injectable()
export class WaitingMembers extends MeasuredQuota {
  constructor(private readonly tenantPool: TenantPool) {
    super('drip_members');
  }

  /**
   * Reserves quota for one member. Counting before the commit keeps concurrent activations within the quota.
   *
   * @returns cancels the reservation if the activation fails
   * @throws ServiceError `quota_exceeded`
   */
  reserve(tenant: Tenant): () => void {
    if (this.remaining(tenant) <= 0) throw this.exceeded(tenant);
    this.add(tenant.accountId, 1);
    return () => this.add(tenant.accountId, -1);
  }

  /** Members of deleted campaigns do not count, although they are still stored. */
  protected async measure(accountId: string): Promise<number> {
    const { rows } = await this.tenantPool.query<{ waiting: string }>(accountId, {
      name: 'count-waiting-members',
      text: `select coalesce(sum(entered - finished - "left"), 0) as waiting
             from counts join campaigns on campaigns.account_id = counts.account_id and campaigns.id = counts.campaign_id
             where counts.account_id = $1 and deleted_at is null`,
      values: [accountId],
    });
    return Math.max(0, Number(rows[0]!.waiting));
  }
}

type BySteps = ReadonlyMap<string, number>;

const maxCampaigns = 10_000;
/** After this time the request returns without the counts; the next one finds them. */
const waitMs = 500;
/** A count is cached for one millisecond per this many counted members, so that counting uses about 1 % of the time. */
const membersPerTtlMs = 30;

/** Members of a campaign that wait for each of its steps. Concurrent requests share one query. */
@Injectable()
export class WaitingByStep {
  private readonly counted = new LRUCache<string, Promise<BySteps>>({ max: maxCampaigns });

  constructor(private readonly tenantPool: TenantPool) {}

  /** Counts by step id, without steps that have none; undefined while counting takes too long. */
  of(accountId: string, campaignId: string): Promise<BySteps | undefined> {
    const key = `${accountId} ${campaignId}`;
    let counting = this.counted.get(key);
    if (!counting) {
      counting = this.keep(key, this.count(accountId, campaignId));
      this.counted.set(key, counting);
    }
    return within(counting, waitMs, () => undefined);
  }

  private async keep(key: string, counting: Promise<BySteps>): Promise<BySteps> {
    try {
      const found = await counting;
      const members = [...found.values()].reduce((sum, waiting) => sum + waiting, 0);
      const ttl = Math.max(1, Math.ceil(members / membersPerTtlMs));
      this.counted.set(key, Promise.resolve(found), { ttl });
      return found;
    } catch (error) {
      this.counted.delete(key);
      throw error;
    }
  }

  private async count(accountId: string, campaignId: string): Promise<BySteps> {
    const { rows } = await this.tenantPool.query<{ step: string; waiting: string }>(accountId, {
      name: 'count-waiting-by-step',
      text: `select step_id as step, count(*) as waiting from memberships
             where account_id = $1 and campaign_id = $2 and state = 'waiting' group by step_id`,
      values: [accountId, campaignId],
    });
    return new Map(rows.map(({ step, waiting }) => [step, Number(waiting)]));
  }
}

export interface Counted {
  readonly accountId: string;
  readonly campaignId: string;
  readonly what: 'entered' | 'finished' | 'left';
}

export interface Counts {
  readonly entered: number;
  readonly waiting: number;
  readonly finished: number;
  readonly left: number;
}

export const noCounts: Counts = { entered: 0, waiting: 0, finished: 0, left: 0 };

const shards = 16;

/**
 * Precomputed counts, so that reading a campaign costs the same for any number of members. A connection writes to one
 * shard: a transaction reuses its rows, and concurrent transactions mostly use others.
 */
@Injectable()
export class CountsRepository {
  async add(tx: EntityManager, counted: readonly Counted[]): Promise<void> {
    if (counted.length === 0) return;
    await tx.query(
      `insert into counts (account_id, campaign_id, shard, entered, finished, "left")
       select account_id, campaign_id, pg_backend_pid() % $4, count(*) filter (where what = 'entered'), count(*) filter (where what = 'finished'), count(*) filter (where what = 'left')
       from unnest($1::text[], $2::text[], $3::text[]) as counted (account_id, campaign_id, what)
       group by account_id, campaign_id order by account_id, campaign_id
       on conflict (account_id, campaign_id, shard) do update set
         entered = counts.entered + excluded.entered, finished = counts.finished + excluded.finished, "left" = counts."left" + excluded."left"`,
      [
        counted.map(({ accountId }) => accountId),
        counted.map(({ campaignId }) => campaignId),
        counted.map(({ what }) => what),
        shards,
      ],
    );
  }

  async of(within: EntityManager, accountId: string, campaignId?: string): Promise<ReadonlyMap<string, Counts>> {
    const rows: { id: string; entered: string; finished: string; left: string }[] = await within.query(
      `select campaign_id as id, sum(entered) as entered, sum(finished) as finished, sum("left") as "left" from counts
       where account_id = $1 and ($2::text is null or campaign_id = $2) group by campaign_id`,
      [accountId, campaignId ?? null],
    );
    return new Map(
      rows.map(({ id, ...sums }) => {
        const [entered, finished, left] = [Number(sums.entered), Number(sums.finished), Number(sums.left)];
        return [id, { entered, waiting: entered - finished - left, finished, left }];
      }),
    );
  }
}
