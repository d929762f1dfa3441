import { Injectable } from '@nestjs/common';
import { SystemPool } from '@postrider/service';
import { lanesOfWork } from '../queue/work.repository.js';

/** Bounds of the count per lane and in total: larger exact numbers are of no use and expensive to count. */
const maxCounted = { ofLane: 10_000, ofAll: 50_000 };
@Injectable()
export class GaugesRepository {
  constructor(private readonly systemPool: SystemPool) {}

  async countDue(): Promise<{ count: number; oldestSeconds: number }> {
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
      values: [maxCounted.ofLane, maxCounted.ofAll],
    });
    return { count: rows[0]?.due ?? 0, oldestSeconds: rows[0]?.oldest ?? 0 };
  }

  async existingEspAccounts(ids: readonly string[]): Promise<string[]> {
    const { rows } = await this.systemPool.query<{ id: string }>(
      'select id from esp_accounts where id = any($1::text[])',
      [ids],
    );
    return rows.map(({ id }) => id);
  }
}
