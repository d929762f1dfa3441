import { Injectable } from '@nestjs/common';
import type { AlertReport } from '@postrider/contracts';
import { SystemPool } from '@postrider/service';
import type { ClaimedAlert } from '../alerts.repository.js';
import type { ReportedWeeks } from './weekly-schedule.js';

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

export type WeeksOfReport = Pick<ClaimedAlert, 'accountId' | 'id'> & ReportedWeeks;

/** A report whose templates have no names yet. */
export type MeasuredReport = Pick<ClaimedAlert, 'accountId' | 'id'> & AlertReport;

const maxTemplates = 5;
const maxFired = 10;
const countsOfReports = ['sent', 'refused', 'delivered', 'bounced', 'complaints', 'opened', 'clicked'];

/** Reads counts and states that are stored for other purposes, of several accounts. */
@Injectable()
export class MeasurementsRepository {
  constructor(private readonly systemPool: SystemPool) {}

  /** Of the emails accepted since the hour in which the window starts. */
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
      values: toColumns(alerts),
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
      values: [...toColumns(alerts), max],
    });
    return rows;
  }

  /** One statement for all reports that are due together. */
  async reports(weeks: readonly WeeksOfReport[]): Promise<MeasuredReport[]> {
    const { rows } = await this.systemPool.query<MeasuredReport>({
      name: 'reports-of-alerts',
      text: `select requested.account_id as "accountId", requested.id, requested.from_s as "from", requested.to_s as "to", latest, previous, templates, fired
             from unnest($1::text[], $2::text[], $3::float8[], $4::float8[], $5::float8[]) as requested (account_id, id, before_s, from_s, to_s)
             cross join lateral (
               select jsonb_build_object(${countsOfReports.map((count) => `'${count}', coalesce(sum(${count}) filter (where is_latest), 0)`).join(', ')}) as latest,
                 jsonb_build_object(${countsOfReports.map((count) => `'${count}', coalesce(sum(${count}) filter (where not is_latest), 0)`).join(', ')}) as previous
               from (
                 select figure_sums.*, begins_at >= to_timestamp(requested.from_s) as is_latest from figure_sums
                 where account_id = requested.account_id and period = 'hour' and tag = ''
                   and begins_at >= to_timestamp(requested.before_s) and begins_at < to_timestamp(requested.to_s)
               ) as hours
             ) as sums cross join lateral (
               select coalesce(jsonb_agg(top order by top.sent desc, top.id), '[]') as templates from (
                 select template_id as id, coalesce(sum(sent) filter (where begins_at >= to_timestamp(requested.from_s)), 0) as sent,
                   coalesce(sum(sent) filter (where begins_at < to_timestamp(requested.from_s)), 0) as before
                 from figures
                 where account_id = requested.account_id and period = 'hour' and tag = '' and template_id <> ''
                   and begins_at >= to_timestamp(requested.before_s) and begins_at < to_timestamp(requested.to_s)
                 group by template_id having sum(sent) > 0 order by 2 desc, 1 limit $6
               ) as top
             ) as most cross join lateral (
               select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'condition', condition) order by fired_at), '[]') as fired from (
                 select id, name, condition, fired_at from alerts
                 where account_id = requested.account_id and fired_at >= to_timestamp(requested.from_s) order by fired_at limit $7
               ) as first
             ) as firings`,
      values: [
        weeks.map(({ accountId }) => accountId),
        weeks.map(({ id }) => id),
        weeks.map(({ before }) => before),
        weeks.map(({ from }) => from),
        weeks.map(({ to }) => to),
        maxTemplates,
        maxFired,
      ],
    });
    return rows;
  }

  /** In Unix seconds. */
  async now(): Promise<number> {
    const { rows } = await this.systemPool.query<{ now: number }>('select extract(epoch from now())::float8 as now');
    return rows[0]!.now;
  }
}

const toColumns = (alerts: readonly ClaimedAlert[]): unknown[] => [
  alerts.map(({ accountId }) => accountId),
  alerts.map(({ id }) => id),
  alerts.map(({ windowHours }) => windowHours),
];
