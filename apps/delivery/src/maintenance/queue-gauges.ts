import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { SystemPool } from '@postrider/service';
import { Gauge } from 'prom-client';
import { lanesOfWork } from '../queue/claim-statement.js';

const everyMs = 10_000;
/** Of each lane, and of all of them: beyond this the exact number is of no use, and counting it would cost. */
const countAtMost = { ofLane: 10_000, ofAll: 50_000 };
/** A count is followed by so many times what it took without one: where 10,000 lanes have mail due, it takes up to a quarter of a second. */
const rest = 50;

const workDue = new Gauge({
  name: 'postrider_work_due',
  help: 'Messages that are due and nobody is sending, counted up to 10000 an ESP account and 50000 in all; not a number while that is unknown',
});
const workOldestDue = new Gauge({
  name: 'postrider_work_oldest_due_seconds',
  help: 'How long the oldest of them has been due; not a number while that is unknown',
});

/** What an operator alerts on: how much is waiting that should have been sent by now, and since when. Leased rows are being sent. */
@Injectable()
export class QueueGauges extends PeriodicTask {
  private restsUntil = 0;

  constructor(private readonly systemPool: SystemPool) {
    super({ everyMs, failure: 'what is due could not be counted' });
  }

  protected async batch(): Promise<void> {
    const begun = performance.now();
    if (begun < this.restsUntil) return;
    try {
      await this.count();
    } finally {
      const now = performance.now();
      this.restsUntil = now + rest * (now - begun);
    }
  }

  private async count(): Promise<void> {
    const { rows } = await this.systemPool.query<{ due: number; oldest: number | null }>({
      name: 'queue-gauges',
      text: `with recursive ${lanesOfWork}, due as materialized (
               select lanes.lane, first.due_at from lanes cross join lateral (
                 select due_at from work where work.lane = lanes.lane and due_at <= now() and lease_token is null order by due_at, message_id limit 1
               ) as first where lanes.due_at <= now()
             )
             select (select count(*)::int from (
                      select from due cross join lateral (
                        select from work where work.lane = due.lane and due_at <= now() and lease_token is null order by due_at, message_id limit $1
                      ) as each limit $2
                    ) as counted) as due,
                    (select extract(epoch from now() - min(due_at))::float8 from due) as oldest`,
      values: [countAtMost.ofLane, countAtMost.ofAll],
    });
    workDue.set(rows[0]?.due ?? 0);
    workOldestDue.set(rows[0]?.oldest ?? 0);
  }

  /** The last values say nothing any more, and an alert must not rest on them. */
  protected override onError(error: Error): void {
    workDue.set(NaN);
    workOldestDue.set(NaN);
    super.onError(error);
  }
}
