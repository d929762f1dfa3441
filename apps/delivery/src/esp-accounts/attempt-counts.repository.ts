import { Injectable } from '@nestjs/common';
import type { AttemptHour, LaneError } from '@postrider/contracts';
import { attemptHours } from '@postrider/contracts';
import { SystemPool, TenantPool } from '@postrider/service';
import type { EspAccountHourEntity } from './esp-account-hour.entity.js';

/** Whether a process pauses an ESP account, for how long, and why. */
export interface PauseState {
  readonly accountId: string;
  readonly id: string;
  readonly forMs?: number;
  readonly error?: LaneError | undefined;
}

@Injectable()
export class AttemptCountsRepository {
  constructor(
    private readonly systemPool: SystemPool,
    private readonly tenantPool: TenantPool,
  ) {}

  /** In the order of the key, because processes add to the same rows at the same time. */
  async add(counts: readonly EspAccountHourEntity[]): Promise<void> {
    await this.systemPool.query({
      name: 'add-attempt-counts',
      text: `insert into esp_account_hours as hours (account_id, esp_account_id, begins_at, attempts, failed)
             select * from unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[], $5::int[]) as added (account_id, esp_account_id, begins_at, attempts, failed)
             order by account_id, esp_account_id collate "C", begins_at
             on conflict (account_id, esp_account_id, begins_at)
             do update set attempts = hours.attempts + excluded.attempts, failed = hours.failed + excluded.failed`,
      values: [
        counts.map(({ accountId }) => accountId),
        counts.map(({ espAccountId }) => espAccountId),
        counts.map(({ startsAt: beginsAt }) => beginsAt),
        counts.map(({ attempts }) => attempts),
        counts.map(({ failed }) => failed),
      ],
    });
  }

  /** An account without `forMs` works. Locks rows in the order of the key, and does not write unchanged ones. */
  async savePauses(states: readonly PauseState[]): Promise<void> {
    await this.systemPool.query({
      name: 'save-pauses',
      text: `with changed as (
               select account_id, id, seen.ms, seen.error from esp_accounts
               join unnest($1::text[], $2::text[], $3::float8[], $4::jsonb[]) as seen (account_id, id, ms, error) using (account_id, id)
               where seen.ms is not null or paused_until is not null
               order by account_id, id for no key update of esp_accounts
             )
             update esp_accounts set paused_until = now() + changed.ms * interval '1 ms', pause_error = changed.error
             from changed where esp_accounts.account_id = changed.account_id and esp_accounts.id = changed.id`,
      values: [
        states.map(({ accountId }) => accountId),
        states.map(({ id }) => id),
        states.map(({ forMs }) => forMs ?? null),
        states.map(({ error }) => (error ? JSON.stringify(error) : null)),
      ],
    });
  }

  /** The start of the last hour with an email that an ESP account took; undefined if none is stored. */
  async lastHour(accountId: string): Promise<number | undefined> {
    const { rows } = await this.tenantPool.query<{ begins: number | null }>(accountId, {
      name: 'last-hour-with-sends',
      text: `select extract(epoch from max(begins_at))::int as begins from esp_account_hours where account_id = $1 and attempts > failed`,
      values: [accountId],
    });
    return rows[0]?.begins ?? undefined;
  }

  /** Every hour up to now, oldest first. */
  async hours(accountId: string, espAccountId: string): Promise<AttemptHour[]> {
    const { rows } = await this.tenantPool.query<AttemptHour>(accountId, {
      name: 'attempt-hours',
      text: `select extract(epoch from hour)::int as begins, coalesce(attempts, 0) as attempts, coalesce(failed, 0) as failed
             from generate_series(date_trunc('hour', now(), 'UTC') - make_interval(hours => $3::int - 1), now(), '1 hour') as hour
             left join esp_account_hours on account_id = $1 and esp_account_id = $2 and begins_at = hour
             order by hour`,
      values: [accountId, espAccountId, attemptHours],
    });
    return rows;
  }
}
