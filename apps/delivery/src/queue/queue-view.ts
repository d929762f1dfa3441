import { Injectable } from '@nestjs/common';
import type { AnswerOf, getQueue, QueueLane } from '@postrider/contracts';
import { TenantPool } from '@postrider/service';
import { builtinAccountId } from '../esp-accounts/builtin-account.js';
import { LaneLimits } from '../esp-accounts/lane-limits.js';
import type { Lane } from '../esp-accounts/lane.js';
import { dripLaneOf, laneOf } from '../esp-accounts/lane.js';

type Queue = AnswerOf<typeof getQueue>;

/** Of each lane (docs/operate/limits.md#the-queue): more than that is many in any case. */
const countedAtMost = 10_000;

interface LaneRow {
  readonly lane: string;
  readonly waiting: number;
  readonly due: number;
  readonly oldest: number | null;
  readonly next: number | null;
  readonly failing: boolean;
}

/** What waits to be sent for an account, lane by lane, and whether its ESP accounts work. */
@Injectable()
export class QueueView {
  constructor(
    private readonly tenantPool: TenantPool,
    private readonly laneLimits: LaneLimits,
  ) {}

  async of(accountId: string): Promise<Queue> {
    const { rows: known } = await this.tenantPool.query<{ id: string }>(accountId, {
      name: 'esp-accounts-of-queue',
      text: 'select id from esp_accounts where account_id = $1 order by created_at, id',
      values: [accountId],
    });
    const ways = [...known.map(({ id }) => id), builtinAccountId].flatMap((id) => {
      const lane = laneOf(accountId, id, false);
      return [
        { lane, esp_account: id, kind: 'mail' as const },
        { lane: dripLaneOf(lane), esp_account: id, kind: 'campaign' as const },
      ];
    });
    const test = laneOf(accountId, builtinAccountId, true);
    const all = [...ways, { lane: test, kind: 'test' as const }, { lane: dripLaneOf(test), kind: 'test' as const }];
    const rows = await this.rows(
      accountId,
      all.map(({ lane }) => lane),
    );
    const lanes = all
      .map(({ lane, ...way }): QueueLane => ({ ...way, ...this.shown(lane, rows.get(lane.id)) }))
      .filter(({ waiting, state }) => waiting > 0 || state !== 'open');
    const oldest = lanes.flatMap(({ oldest_due }) => oldest_due ?? []);
    return {
      object: 'queue',
      waiting: lanes.reduce((sum, { waiting }) => sum + waiting, 0),
      due: lanes.reduce((sum, { due }) => sum + due, 0),
      ...(oldest.length > 0 && { oldest_due: Math.min(...oldest) }),
      lanes,
    };
  }

  private shown({ id }: Lane, row: LaneRow | undefined): Omit<QueueLane, 'esp_account' | 'kind'> {
    const until = this.laneLimits.pausedUntil(id);
    const failing = row?.failing === true || this.laneLimits.failing.includes(id);
    return {
      waiting: row?.waiting ?? 0,
      due: row?.due ?? 0,
      ...(row?.oldest != null && { oldest_due: row.oldest }),
      ...(row?.next != null && row.oldest === null && { next_due: row.next }),
      state: until !== undefined ? 'paused' : failing ? 'failing' : 'open',
      ...(until !== undefined && { paused_until: Math.ceil(until / 1000) }),
    };
  }

  /** Through the index of lanes: what waits for others is not passed over. */
  private async rows(accountId: string, lanes: readonly Lane[]): Promise<ReadonlyMap<string, LaneRow>> {
    const { rows } = await this.tenantPool.query<LaneRow>(accountId, {
      name: 'queue-of-account',
      text: `select asked.lane, waiting.*, exists (select from work where work.lane = asked.lane and account_failed) as failing
             from unnest($1::text[]) as asked (lane) cross join lateral (
               select count(*)::int as waiting, (count(*) filter (where due_at <= now() and lease_token is null))::int as due,
                 floor(extract(epoch from min(due_at) filter (where due_at <= now() and lease_token is null)))::float8 as oldest,
                 floor(extract(epoch from min(due_at) filter (where due_at > now() and lease_token is null)))::float8 as next
               from (select due_at, lease_token from work where work.lane = asked.lane order by due_at, message_id limit $2) as first
             ) as waiting`,
      values: [lanes.map(({ id }) => id), countedAtMost],
    });
    return new Map(rows.map((row) => [row.lane, row]));
  }
}
