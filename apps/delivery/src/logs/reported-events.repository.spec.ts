import { describe, expect, it } from '@jest/globals';
import type { LogEventDetail, ReportedStatus, SuppressionReason } from '@postrider/contracts';
import { pseudonymOf, reportedStatuses } from '@postrider/contracts';
import { suppressionsBy } from './reported-events.repository.js';

const log = { accountId: 'acc_1', logId: 'log_1', recipientAddress: 'ada@example.com' };
const reasonOf = (type: ReportedStatus, detail: LogEventDetail = {}): SuppressionReason | undefined =>
  suppressionsBy(log, [{ type, message: 'So it was', detail }])[0]?.reason;

/** As docs/suppressions.md#causes has it. */
const table: [ReportedStatus, LogEventDetail, SuppressionReason][] = [
  ['bounced', { bounce: 'hard' }, 'hard_bounce'],
  ['reported_as_spam', {}, 'spam_report'],
  ['unsubscribed', {}, 'unsubscribe'],
];

describe('what is reported of a mail', () => {
  it.each(table)('%s with %j suppresses its address: %s', (type, detail, reason) => {
    expect(reasonOf(type, detail)).toBe(reason);
  });

  it.each(reportedStatuses.filter((status) => !table.some(([type]) => type === status)))(
    '%s suppresses nothing',
    (type) => {
      expect(reasonOf(type)).toBeUndefined();
    },
  );

  it.each<[ReportedStatus, LogEventDetail]>([
    ['bounced', {}],
    ['bounced', { bounce: 'soft' }],
    ['unsubscribed', { is_bot: true }],
  ])('%s with %j suppresses nothing', (type, detail) => {
    expect(reasonOf(type, detail)).toBeUndefined();
  });

  it('of somebody who was erased suppresses nothing', () => {
    const erased = { ...log, recipientAddress: pseudonymOf('7d1f') };
    expect(suppressionsBy(erased, [{ type: 'reported_as_spam', message: 'So it was', detail: {} }])).toEqual([]);
  });

  it('of a copy is about its own address', () => {
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
