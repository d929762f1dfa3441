import type { LogStatus } from '@postrider/contracts';

/**
 * A log shows its most significant status, not the latest: a late `delivered` never hides a `clicked`
 * (docs/guides/statuses.md). Equal or higher ranks replace the status; lower ones are only added to the events.
 */
export const rankByStatus: Readonly<Record<LogStatus, number>> = {
  requested: 0,
  triggered: 5,
  queued: 10,
  failed_to_queue: 15,
  failed_to_send: 20,
  sent: 30,
  processed: 35,
  deferred: 40,
  bounced: 45,
  dropped: 45,
  delivered: 50,
  opened: 60,
  re_opened: 65,
  clicked: 70,
  re_clicked: 75,
  unsubscribed: 80,
  reported_as_spam: 85,
};
