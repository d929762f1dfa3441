import { t } from '../../i18n/texts.js';
import type { LogStatus } from './log-status.js';
import type { LogEvent } from './queries.js';

/** What happened, in a sentence; the words of whoever reported it stand below. */
export const sentenceOf = (type: LogStatus): string =>
  ({
    requested: t('It was asked for.'),
    triggered: t('A campaign brought it about.'),
    queued: t('It was queued.'),
    failed_to_queue: t('Something here kept it from being sent for now.'),
    failed_to_send: t('The provider could not take it; it is tried again.'),
    sent: t('The provider took it.'),
    processed: t('The provider works on it.'),
    deferred: t('The server of the recipient put it off.'),
    bounced: t('It cannot be delivered to this recipient.'),
    dropped: t('It was given up.'),
    delivered: t('The server of the recipient took it.'),
    opened: t('The recipient opened it.'),
    re_opened: t('The recipient opened it again.'),
    clicked: t('The recipient followed a link.'),
    re_clicked: t('The recipient followed a link again.'),
    unsubscribed: t('The recipient unsubscribed.'),
    reported_as_spam: t('The recipient reported it as spam.'),
  })[type];

/** The same again and again, as opens are, is one entry with how often; what was said last counts. */
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
