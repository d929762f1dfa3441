import { Injectable } from '@nestjs/common';
import { SystemPool } from '@postrider/service';
import type { ClaimedAlert } from '../alerts.repository.js';

/** Counts of the emails in the window of an alert. */
export interface WindowCounts {
  readonly id: string;
  readonly bounced: number;
  readonly complaints: number;
  readonly sent: number;
  readonly refused: number;
}

export interface FailingWebhook {
  readonly alertId: string;
  readonly id: string;
  readonly url: string;
}

/** Reads counts and states that are stored for other purposes, of several accounts. */
@Injectable()
export class MeasurementsRepository {
  constructor(private readonly systemPool: SystemPool) {}

  /** Of the emails accepted since the hour in which the window begins. */
  async counts(alerts: readonly ClaimedAlert[]): Promise<WindowCounts[]> {
    const { rows } = await this.systemPool.query<WindowCounts>({
      name: 'counts-of-alerts',
      text: `select alert.id, sums.* from unnest($1::text[], $2::text[], $3::int[]) as alert (account_id, id, hours)
             cross join lateral (
               select coalesce(sum(bounced), 0)::float8 as bounced, coalesce(sum(complaints), 0)::float8 as complaints,
                 coalesce(sum(sent), 0)::float8 as sent, coalesce(sum(refused), 0)::float8 as refused
               from figure_sums where account_id = alert.account_id and period = 'hour' and tag = ''
                 and begins_at >= date_trunc('hour', now() - make_interval(hours => alert.hours), 'UTC')
             ) as sums`,
      values: columnsOf(alerts),
    });
    return rows;
  }

  /** Those that Postrider disabled fail until they are enabled again. At most `max` for each alert. */
  async failingWebhooks(alerts: readonly ClaimedAlert[], max: number): Promise<FailingWebhook[]> {
    const { rows } = await this.systemPool.query<FailingWebhook>({
      name: 'failing-webhooks-of-alerts',
      text: `select alert.id as "alertId", failing.id, failing.url
             from unnest($1::text[], $2::text[], $3::int[]) as alert (account_id, id, hours) cross join lateral (
               select id, url from webhooks where account_id = alert.account_id
                 and (switched_off_at is not null or (enabled and failing_since <= now() - make_interval(hours => alert.hours)))
               order by id limit $4
             ) as failing`,
      values: [...columnsOf(alerts), max],
    });
    return rows;
  }

  /** In Unix seconds. */
  async now(): Promise<number> {
    const { rows } = await this.systemPool.query<{ now: number }>('select extract(epoch from now())::float8 as now');
    return rows[0]!.now;
  }
}

const columnsOf = (alerts: readonly ClaimedAlert[]): unknown[] => [
  alerts.map(({ accountId }) => accountId),
  alerts.map(({ id }) => id),
  alerts.map(({ windowHours }) => windowHours),
];
