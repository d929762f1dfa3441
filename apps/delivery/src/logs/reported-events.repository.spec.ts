import { describe, expect, it } from '@jest/globals';
import type { LogEventDetail, ReportedStatus, SuppressionReason } from '@postrider/contracts';
import { buildPseudonym, reportedStatuses } from '@postrider/contracts';
import { suppressionsBy } from './reported-events.repository.js';

const log = { accountId: 'acc_1', logId: 'log_1', recipientAddress: 'ada@example.com' };
const getReason = (type: ReportedStatus, detail: LogEventDetail = {}): SuppressionReason | undefined =>
  suppressionsBy(log, [{ type, message: 'So it was', detail }])[0]?.reason;

/** The table of docs/suppressions.md#causes. */
const table: [ReportedStatus, LogEventDetail, SuppressionReason][] = [
  ['bounced', { bounce: 'hard' }, 'hard_bounce'],
  ['reported_as_spam', {}, 'spam_report'],
  ['unsubscribed', {}, 'unsubscribe'],
];

describe('suppressionsBy', () => {
  it.each(table)('for %s with %j suppresses the address: %s', (type, detail, reason) => {
    expect(getReason(type, detail)).toBe(reason);
  });

  it.each(reportedStatuses.filter((status) => !table.some(([type]) => type === status)))(
    '%s suppresses nothing',
    (type) => {
      expect(getReason(type)).toBeUndefined();
    },
  );

  it.each<[ReportedStatus, LogEventDetail]>([
    ['bounced', {}],
    ['bounced', { bounce: 'soft' }],
    ['unsubscribed', { is_bot: true }],
  ])('for %s with %j suppresses nothing', (type, detail) => {
    expect(getReason(type, detail)).toBeUndefined();
  });

  it('suppresses nothing for an erased recipient', () => {
    const erased = { ...log, recipientAddress: buildPseudonym('7d1f') };
    expect(suppressionsBy(erased, [{ type: 'reported_as_spam', message: 'So it was', detail: {} }])).toEqual([]);
  });

  it('suppresses the address of a copy for an event of the copy', () => {
    const detail = { bounce: 'hard' as const, copy_address: 'grace@example.com' };
    expect(suppressionsBy(log, [{ type: 'bounced', message: 'Copy to grace: gone', detail }])).toEqual([
      {
        accountId: 'acc_1',
        address: 'grace@example.com',
        reason: 'hard_bounce',
        note: 'Copy to grace: gone',
        logId: 'log_1',
      },
    ]);
  });
});
