import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { workDue, workOldestDue } from './metrics.js';

const everyMs = 10_000;
/** Beyond this the exact number is of no use and counting it would be. */
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
    const { rows: [row] } = await this.pool.query<{ due: number; oldest: number | null }>({
      name: 'queue-metrics',
      text: `select count(*)::int as due, extract(epoch from now() - min(due_at))::float8 as oldest
             from (select due_at from work where due_at <= now() and lease_token is null order by due_at, message_id limit $1) as waiting`,
      values: [countAtMost],
    });
    workDue.set(row?.due ?? 0);
    workOldestDue.set(row?.oldest ?? 0);
  }
}
