import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { AcrossAccounts } from '@postrider/service';
import { Gauge } from 'prom-client';
import { lanesOfWork } from '../queue/claim-statement.js';

const everyMs = 10_000;
/** Of each lane: beyond this the exact number is of no use and counting it would cost. */
const countAtMost = 10_000;

const workDue = new Gauge({
  name: 'postrider_work_due',
  help: 'Messages that are due and nobody is sending, counted up to 10000 an ESP account; not a number while that is unknown',
});
const workOldestDue = new Gauge({
  name: 'postrider_work_oldest_due_seconds',
  help: 'How long the oldest of them has been due; not a number while that is unknown',
});

/** What an operator alerts on: how much is waiting that should have been sent by now, and since when. Leased rows are being sent. */
@Injectable()
export class QueueGauges extends PeriodicTask {
  private readonly logger = new Logger(QueueGauges.name);

  constructor(private readonly acrossAccounts: AcrossAccounts) {
    super({ everyMs });
  }

  protected async batch(): Promise<void> {
    const { rows } = await this.acrossAccounts.query<{ due: number; oldest: number | null }>({
      name: 'queue-gauges',
      text: `with recursive ${lanesOfWork}
             select coalesce(sum(waiting.due), 0)::int as due, extract(epoch from now() - min(waiting.oldest))::float8 as oldest
             from lanes cross join lateral (
               select count(*) as due, min(first.due_at) as oldest from (
                 select due_at from work where work.lane = lanes.lane and due_at <= now() and lease_token is null order by due_at, message_id limit $1
               ) as first
             ) as waiting where lanes.due_at <= now()`,
      values: [countAtMost],
    });
    workDue.set(rows[0]?.due ?? 0);
    workOldestDue.set(rows[0]?.oldest ?? 0);
  }

  /** The last values say nothing any more, and an alert must not rest on them. */
  protected onError({ message }: Error): void {
    workDue.set(NaN);
    workOldestDue.set(NaN);
    this.logger.warn(`what is due could not be counted: ${message}`);
  }
}
