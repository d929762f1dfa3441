import { Injectable } from '@nestjs/common';
import { planned } from '@postrider/outbox';
import type { EntityManager } from 'typeorm';

export interface CountedOutcome {
  readonly accountId: string;
  readonly templateId: string;
  readonly outcome: string;
  /** Unix seconds. */
  readonly at: number;
}

@Injectable()
export class DailyCountsRepository {
  async add(tx: EntityManager, outcomes: readonly CountedOutcome[]): Promise<void> {
    const column = <Value>(value: (counted: CountedOutcome) => Value): Value[] => outcomes.map(value);
    await planned(tx, {
      name: 'count-outcomes',
      text: `insert into daily_counts (account_id, day, template_id, outcome, count)
       select account_id, (to_timestamp(at) at time zone 'UTC')::date as day, template_id, outcome, count(*)
       from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as counted (account_id, template_id, outcome, at)
       group by account_id, day, template_id, outcome order by account_id, day, template_id, outcome
       on conflict (account_id, day, template_id, outcome) do update set count = daily_counts.count + excluded.count`,
      values: [
        column(({ accountId }) => accountId),
        column(({ templateId }) => templateId),
        column(({ outcome }) => outcome),
        column(({ at }) => at),
      ],
    });
  }
}
