import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

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
 * What is shown of a campaign costs the same however many members it has. A connection writes to one shard: what a transaction counts in several
 * statements it counts in the same rows, and most others that run beside it in other ones.
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

  /** Of all campaigns of the account, or of one. */
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
