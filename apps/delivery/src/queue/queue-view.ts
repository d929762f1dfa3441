import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, QueueLane, getQueue } from '@postrider/contracts';
import { builtinAccountId, toDripLane, toLane } from '../esp-accounts/lane.js';
import { LaneLimits } from '../esp-accounts/lane-limits.js';
import type { EspAccountState, LaneRow } from './queue.repository.js';
import { QueueRepository } from './queue.repository.js';

type Queue = ResponseInputOf<typeof getQueue>;

/** The queue of an account: pending email per lane, and whether its ESP accounts work. */
@Injectable()
export class QueueView {
  constructor(
    private readonly queue: QueueRepository,
    private readonly laneLimits: LaneLimits,
  ) {}

  async of(accountId: string): Promise<Queue> {
    const known = await this.queue.espAccounts(accountId);
    const lanesOfAccount = [...known, this.builtin(accountId)].flatMap((espAccount) => {
      const { id } = espAccount;
      const lane = toLane(accountId, id, false);
      return [
        { lane, esp_account: id, kind: 'mail' as const, espAccount },
        { lane: toDripLane(lane), esp_account: id, kind: 'campaign' as const, espAccount: undefined },
      ];
    });
    const test = toLane(accountId, builtinAccountId, true);
    const all = [
      ...lanesOfAccount,
      { lane: test, kind: 'test' as const, espAccount: undefined },
      { lane: toDripLane(test), kind: 'test' as const, espAccount: undefined },
    ];
    const rows = await this.queue.lanes(
      accountId,
      all.map(({ lane }) => lane.id),
    );
    const lanes = all
      .map(({ lane, espAccount, ...way }): QueueLane => ({ ...way, ...getState(rows.get(lane.id), espAccount) }))
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

  /** It has no row; other processes see its failures by the email that waits. */
  private builtin(accountId: string): EspAccountState {
    const lane = toLane(accountId, builtinAccountId, false).id;
    const until = this.laneLimits.pausedUntil(lane);
    return {
      id: builtinAccountId,
      failing: this.laneLimits.failing.includes(lane),
      pausedUntil: until === undefined ? null : Math.ceil(until / 1_000),
      error: this.laneLimits.getError(lane) ?? null,
    };
  }
}

function getState(
  row: LaneRow | undefined,
  espAccount: EspAccountState | undefined,
): Omit<QueueLane, 'esp_account' | 'kind'> {
  const until = espAccount?.pausedUntil ?? null;
  const failing = row?.failing === true || espAccount?.failing === true;
  const error = row?.error ?? (espAccount?.failing === true ? espAccount.error : null);
  return {
    waiting: row?.waiting ?? 0,
    due: row?.due ?? 0,
    ...(row?.oldest != null && { oldest_due: row.oldest }),
    ...(row?.next != null && row.oldest === null && { next_due: row.next }),
    state: until !== null ? 'paused' : failing ? 'failing' : 'open',
    ...(until !== null && { paused_until: until }),
    ...(error && { last_error: error }),
  };
}
