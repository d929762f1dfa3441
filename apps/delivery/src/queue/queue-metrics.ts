import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { workDue, workOldestDue } from './metrics.js';
import { lanesOfWork } from './work.repository.js';

const everyMs = 10_000;
/** Of each lane: beyond this the exact number is of no use and counting it would cost. */
const countAtMost = 10_000;

/** What an operator alerts on: how much is waiting that should have been sent by now, and since when. Leased rows are being sent. */
@Injectable()
export class QueueMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly pool: Pool) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.measure().catch(() => {}), everyMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async measure(): Promise<void> {
    const {
      rows: [row],
    } = await this.pool.query<{ due: number; oldest: number | null }>({
      name: 'queue-metrics',
      text: `with recursive ${lanesOfWork}
             select coalesce(sum(waiting.due), 0)::int as due, extract(epoch from now() - min(waiting.oldest))::float8 as oldest
             from lanes cross join lateral (
               select count(*) as due, min(first.due_at) as oldest from (
                 select due_at from work where work.lane = lanes.lane and due_at <= now() and lease_token is null order by due_at, message_id limit $1
               ) as first
             ) as waiting where lanes.due_at <= now()`,
      values: [countAtMost],
    });
    workDue.set(row?.due ?? 0);
    workOldestDue.set(row?.oldest ?? 0);
  }
}
