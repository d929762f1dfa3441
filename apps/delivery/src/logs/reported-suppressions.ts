import type { LogEventDetail, ReportedStatus, SuppressionReason } from '@postrider/contracts';
import type { NewSuppression } from '../suppressions/new-suppressions.js';
import type { AppendedEvent, ReportedLog } from './reported-events.js';

/** What is heard of a mail and says that its address is to get no more (docs/suppressions.md#what-puts-an-address-on-the-list). */
const suppressing: { readonly [status in ReportedStatus]?: (detail: LogEventDetail) => SuppressionReason | undefined } =
  {
    bounced: ({ bounce }) => (bounce === 'hard' ? 'hard_bounce' : undefined),
    reported_as_spam: () => 'spam_report',
    unsubscribed: () => 'unsubscribe',
  };

/** The suppressions that events of a log bring about: of a copy, that of its own address. A machine that follows links means nothing by it. */
export function suppressionsBy(
  { accountId, logId, recipientAddress }: Pick<ReportedLog, 'accountId' | 'logId' | 'recipientAddress'>,
  events: readonly Pick<AppendedEvent, 'type' | 'message' | 'detail'>[],
): NewSuppression[] {
  return events.flatMap(({ type, message, detail }) => {
    const reason = detail.is_bot ? undefined : suppressing[type]?.(detail);
    if (!reason) return [];
    return [{ accountId, address: detail.copy_address ?? recipientAddress, reason, note: message, logId }];
  });
}
