import type { LogResource, LogStatus, ResponseOf, SuppressionResource } from '@postrider/contracts';
import type { listAttempts, listLogEvents } from '@postrider/contracts';

interface Facts {
  readonly log: LogResource;
  /** Oldest first. */
  readonly events: ResponseOf<typeof listLogEvents>;
  readonly attempts: ResponseOf<typeof listAttempts>;
  readonly suppressions: readonly SuppressionResource[];
}

const maxShown = 20;

/** What a status means, and what happens next (docs/guides/statuses.md). */
const explanationByStatus: Readonly<Record<LogStatus, string>> = {
  requested: 'The request was received. The email is being prepared.',
  triggered: 'A drip campaign created the email. It waits until it is due.',
  queued: 'The email waits to be sent. If it was scheduled, the message has the time.',
  failed_to_queue: 'An internal error delays the email. It is tried again automatically.',
  failed_to_send:
    'The provider could not accept the email yet. It is tried again automatically at the time in the message.',
  sent: 'The provider has accepted the email. Without reports of the provider nothing more is known.',
  processed: 'The provider is working on the email.',
  deferred: 'The provider has accepted the email, and the receiving server delays it.',
  bounced: 'The email cannot be delivered to this recipient, and is not tried again.',
  dropped:
    'The email was given up and is not tried again: rejected by the provider, out of retries, cancelled or suppressed.',
  delivered: 'The server of the recipient has the email. It can still be in the spam folder.',
  opened: 'The email was opened.',
  re_opened: 'The email was opened several times.',
  clicked: 'A link in the email was followed.',
  re_clicked: 'Links in the email were followed several times.',
  unsubscribed: 'The recipient opted out of emails.',
  reported_as_spam: 'The recipient reported the email as spam.',
};

const reasons: Readonly<Record<SuppressionResource['reason'], string>> = {
  hard_bounce: 'an earlier email bounced because the address is invalid',
  spam_report: 'the recipient reported an email as spam',
  unsubscribe: 'the recipient opted out; emails without an unsubscribe link are still sent',
  manual: 'someone added the address manually',
};

/** The history of an email, first in plain words. */
export function explainLog({ log, events, attempts, suppressions }: Facts) {
  const failed = attempts.filter(({ outcome }) => outcome !== 'sent').at(-1);
  return {
    explanation: [
      `The email to ${log.recipient_address} has the status “${log.status.replaceAll('_', ' ')}”. ${explanationByStatus[log.status]}`,
      ...(log.message === '' ? [] : [`The reason given: ${log.message}`]),
      ...(attempts.length > 1 ? [`There were ${attempts.length} attempts to send it.`] : []),
      ...(failed ? [`The last failed attempt was answered: ${failed.message}`] : []),
      ...suppressions.map(({ reason }) => `The address is suppressed: ${reasons[reason]}.`),
    ].join('\n'),
    log,
    events: events.slice(-maxShown),
    attempts: attempts.slice(-maxShown),
    suppressions,
  };
}
