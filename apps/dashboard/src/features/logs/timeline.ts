import { t } from '../../i18n/texts.js';
import type { LogStatus } from './log-status.js';
import type { LogEvent } from './queries.js';

/** The event; the message of the provider is below. */
export const sentenceOf = (type: LogStatus): string =>
  ({
    requested: t('Requested'),
    triggered: t('Triggered by a campaign'),
    queued: t('Queued'),
    failed_to_queue: t('Put on hold'),
    failed_to_send: t('Not accepted by the provider, retrying automatically'),
    sent: t('Accepted by the provider'),
    processed: t('Being processed by the provider'),
    deferred: t("Deferred by the recipient's server"),
    bounced: t('Bounced: not deliverable to this recipient'),
    dropped: t('Dropped'),
    delivered: t("Delivered to the recipient's server"),
    opened: t('Opened by the recipient'),
    re_opened: t('Opened again'),
    clicked: t('Link clicked'),
    re_clicked: t('Link clicked again'),
    unsubscribed: t('Recipient unsubscribed'),
    reported_as_spam: t('Reported as spam'),
  })[type];

/** Repeated events, such as opens, are one entry with a count and the last message. */
export type Entry = LogEvent & { readonly times: number };

export function entriesOf(events: readonly LogEvent[]): readonly Entry[] {
  const entries: Entry[] = [];
  for (const event of events) {
    const last = entries.at(-1);
    if (last && last.type === event.type && last.message === event.message)
      entries[entries.length - 1] = { ...event, times: last.times + 1 };
    else entries.push({ ...event, times: 1 });
  }
  return entries;
}
