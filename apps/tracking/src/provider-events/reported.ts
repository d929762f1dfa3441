import type { PayloadOf, ReportedStatus } from '@postrider/contracts';
import { isHardBounce, logEventReported, newId } from '@postrider/contracts';
import type { OutboxRow } from '@postrider/outbox';
import { outboxRow } from '@postrider/outbox';
import type { ReporterEvent } from './provider-events.repository.js';
import { eventSources } from './report-readers.js';

/** What a log event says; what the receiver or the provider said comes after it. */
const sentences: Readonly<Partial<Record<ReportedStatus, string>>> = {
  processed: 'The provider has taken the mail up',
  deferred: 'The mail could not be delivered yet; the provider tries again',
  dropped: 'The provider does not deliver the mail',
  delivered: 'The mail server of the recipient has taken the mail',
  bounced: 'The mail server of the recipient refuses the mail',
  opened: 'The mail was opened',
  clicked: 'A link of the mail was clicked',
  unsubscribed: 'The recipient asked to get no more of such mail',
  reported_as_spam: 'The recipient reported the mail as spam',
};

/** A provider's event in our words. What a machine does says nothing about how far the mail has come. Undefined where it means nothing. */
export function reportedBy({
  espType,
  espAccountId,
  type,
  event,
}: ReporterEvent): PayloadOf<typeof logEventReported> | undefined {
  const meaning = eventSources[espType].meanings[type];
  if (!meaning) return undefined;
  const { status, bounce: bounceClass } = meaning;
  const { logId: log_id, atMs: at_ms, address, text, code, url, userAgent: user_agent, isBot: is_bot } = event;
  const more = text ?? (status === 'clicked' ? url?.slice(0, 500) : undefined);
  return {
    log_id,
    type: status,
    at_ms,
    message: more === undefined ? sentences[status]! : `${sentences[status]!}: ${more}`,
    moves_status: is_bot !== true,
    ...(espAccountId === '' ? {} : { esp_account_id: espAccountId }),
    address,
    detail: {
      bounce: bounceClass && (isHardBounce({ bounceClass, code, text }) ? 'hard' : 'soft'),
      code,
      url,
      user_agent,
      is_bot,
    },
  };
}

/** The same as it is said to delivery. */
export function saidOf(event: ReporterEvent): OutboxRow | undefined {
  const reported = reportedBy(event);
  if (!reported) return undefined;
  return outboxRow(logEventReported, { accountId: event.accountId, requestId: newId('request') }, reported);
}
