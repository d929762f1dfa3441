import { Injectable } from '@nestjs/common';
import type { AnswerOf, QueueLane, getQueue } from '@postrider/contracts';
import type { Lane } from '../esp-accounts/lane.js';
import { builtinAccountId, dripLaneOf, laneOf } from '../esp-accounts/lane.js';
import { LaneLimits } from '../esp-accounts/lane-limits.js';
import type { LaneRow } from './queue.repository.js';
import { QueueRepository } from './queue.repository.js';

type Queue = AnswerOf<typeof getQueue>;

/** The queue of an account: pending email per lane, and whether its ESP accounts work. */
@Injectable()
export class QueueView {
  constructor(
    private readonly queue: QueueRepository,
    private readonly laneLimits: LaneLimits,
  ) {}

  async of(accountId: string): Promise<Queue> {
    const known = await this.queue.espAccounts(accountId);
    const lanesOfAccount = [...known, builtinAccountId].flatMap((id) => {
      const lane = laneOf(accountId, id, false);
      return [
        { lane, esp_account: id, kind: 'mail' as const },
        { lane: dripLaneOf(lane), esp_account: id, kind: 'campaign' as const },
      ];
    });
    const test = laneOf(accountId, builtinAccountId, true);
    const all = [
      ...lanesOfAccount,
      { lane: test, kind: 'test' as const },
      { lane: dripLaneOf(test), kind: 'test' as const },
    ];
    const rows = await this.queue.lanes(
      accountId,
      all.map(({ lane }) => lane.id),
    );
    const lanes = all
      .map(({ lane, ...way }): QueueLane => ({ ...way, ...this.stateOf(lane, rows.get(lane.id)) }))
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

  private stateOf({ id }: Lane, row: LaneRow | undefined): Omit<QueueLane, 'esp_account' | 'kind'> {
    const until = this.laneLimits.pausedUntil(id);
    const failing = row?.failing === true || this.laneLimits.failing.includes(id);
    const error = row?.error ?? this.laneLimits.errorOf(id);
    return {
      waiting: row?.waiting ?? 0,
      due: row?.due ?? 0,
      ...(row?.oldest != null && { oldest_due: row.oldest }),
      ...(row?.next != null && row.oldest === null && { next_due: row.next }),
      state: until !== undefined ? 'paused' : failing ? 'failing' : 'open',
      ...(until !== undefined && { paused_until: Math.ceil(until / 1000) }),
      ...(error && { last_error: error }),
    };
  }
}
