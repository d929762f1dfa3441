import { Inject, Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { hoursKeptDays, idFloor } from '@postrider/contracts';
import { AcrossAccounts, CONFIG } from '@postrider/service';
import { DataSource } from 'typeorm';
import type { TrackingConfig } from '../config.js';

const rowsPerBatch = 5_000;
/** Longer than conversions are attributed by clicks. */
const clicksKeptDays = 31;
/** Longer than an event is replayed: then a day that was counted from the log goes on being counted by events. */
const mailsKeptDays = 8;

/** What figures need no more. Replicas may clear away at the same time. */
@Injectable()
export class StatisticsPurge extends PeriodicTask {
  private readonly logger = new Logger(StatisticsPurge.name);

  constructor(
    private readonly database: DataSource,
    private readonly acrossAccounts: AcrossAccounts,
    @Inject(CONFIG) private readonly config: Pick<TrackingConfig, 'LOG_RETENTION_MONTHS'>,
  ) {
    super({ everyMs: 3_600_000, firstAfterMs: 60_000 });
  }

  protected async batch(): Promise<boolean> {
    await this.endCounting();
    const oldHours = `period = 'hour' and begins_at < now() - make_interval(days => $1)`;
    const deleted = [
      await this.drop('figures', oldHours, hoursKeptDays),
      await this.drop('figure_sums', oldHours, hoursKeptDays),
      await this.drop('figure_tags', 'day < (now() - make_interval(days => $1))::date', hoursKeptDays),
      await this.drop('figure_clicks', 'last_clicked_at < now() - make_interval(days => $1)', clicksKeptDays),
      await this.dropUncounted(),
      await this.drop('figure_conversions', 'log_id < $1', this.firstLog()),
      await this.drop('figure_orders', 'done_at < now() - make_interval(days => $1)', mailsKeptDays),
    ];
    return deleted.some((rows) => rows === rowsPerBatch);
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`what figures need no more could not be cleared away: ${message}`);
  }

  private async drop(table: string, condition: string, value: number | string): Promise<number> {
    const { rowCount } = await this.acrossAccounts.query({
      name: `drop-old-${table}`,
      text: `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit $2 for update skip locked))`,
      values: [value, rowsPerBatch],
    });
    return rowCount ?? 0;
  }

  /** Days that were counted from the log so long ago that all events of the time are taken: they are counted by events again. */
  private endCounting(): Promise<void> {
    return this.database.transaction(async (tx) => {
      const days: { account_id: string; day: string }[] = await tx.query(
        `select account_id, day::text from figure_days where counted_at < now() - make_interval(days => $1)
         order by account_id, day limit $2 for update skip locked`,
        [mailsKeptDays, rowsPerBatch],
      );
      // With the days held nobody marks a mail of them: what is marked by now is seen.
      await tx.query(
        `delete from figure_days using unnest($1::text[], $2::date[]) as settled (account_id, day)
         where figure_days.account_id = settled.account_id and figure_days.day = settled.day
           and not exists (select from figure_recounts as marked where marked.account_id = settled.account_id and marked.day = settled.day)`,
        [days.map(({ account_id }) => account_id), days.map(({ day }) => day)],
      );
    });
  }

  private async dropUncounted(): Promise<number> {
    const { rowCount } = await this.acrossAccounts.query({
      name: 'drop-uncounted-figure-mails',
      text: `delete from figure_mails where ctid = any(array(
               select ctid from figure_mails where not exists (
                 select from figure_days where figure_days.account_id = figure_mails.account_id and figure_days.day = (figure_mails.at at time zone 'UTC')::date
               ) limit $1))`,
      values: [rowsPerBatch],
    });
    return rowCount ?? 0;
  }

  /** Conversions go with the logs of the mails that led to them. */
  private firstLog(): string {
    const months = this.config.LOG_RETENTION_MONTHS;
    if (months === undefined) return '';
    const now = new Date();
    return idFloor('log', Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months));
  }
}
