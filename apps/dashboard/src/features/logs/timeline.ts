import { currentLanguage } from '../../i18n/language.js';
import { t } from '../../i18n/texts.js';
import { exact } from '../../ui/moments.js';
import type { LogStatus } from './log-status.js';
import type { LogEvent } from './queries.js';

/** The label of the event. The message of the provider is shown below it. */
export const getSentence = (type: LogStatus): string =>
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

const whenIn = (text: string): string =>
  exact(new Date(text.replace(' UTC', 'Z').replace(' ', 'T')), currentLanguage());

/** Translations of Postrider's own messages. Messages that repeat the event are omitted. */
const ownMessages: readonly (readonly [pattern: RegExp, words: (...parts: string[]) => string])[] = [
  [/^(?:API request received|Queued for delivery|A test key was used: .*)$/, () => ''],
  [/^Scheduled for (\S+ \S+ UTC)$/, (when) => t('Scheduled for {when}', { when: whenIn(when!) })],
  [
    /^Next e?mail of the drip campaign "(.*)"; due (\S+ \S+ UTC)$/,
    (name, when) => t('Next email of the campaign {name}, due {when}', { name: name!, when: whenIn(when!) }),
  ],
  [
    /^Suppressed: (hard bounce|reported as spam|unsubscribed|added manually) o[fn] \S+; remove the address/,
    (reason) =>
      t('Suppressed ({reason}). Remove the suppression to send to this address again.', {
        reason: suppressedFor(reason!),
      }),
  ],
];

const suppressedFor = (reason: string): string =>
  ({
    'hard bounce': t('Hard bounce'),
    'reported as spam': t('Spam report'),
    unsubscribed: t('Unsubscribed'),
  })[reason] ?? t('Manual');

/** The message of a log or an event. Messages of providers are not translated. */
export function formatMessage(message: string): string {
  for (const [pattern, words] of ownMessages) {
    const found = pattern.exec(message);
    if (found) return words(...found.slice(1));
  }
  return message;
}

export const isOfTestKey = (message: string): boolean => message.startsWith('A test key was used: ');

/** Repeated events, such as opens, become one entry with a count and the last message. */
export type Entry = LogEvent & { readonly times: number };

export function toEntries(events: readonly LogEvent[]): readonly Entry[] {
  const entries: Entry[] = [];
  for (const event of events) {
    const last = entries.at(-1);
    if (last && last.type === event.type && last.message === event.message)
      entries[entries.length - 1] = { ...event, times: last.times + 1 };
    else entries.push({ ...event, times: 1 });
  }
  return entries;
}
