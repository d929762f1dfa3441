import type { components } from '@postrider/client';
import { t } from '../../i18n/texts.js';
import type { Tone } from '../../ui/badge.js';

export type LogStatus = components['schemas']['LogStatus'];

/** What people ask for: not seventeen statuses, but how it went. */
export const outcomes = {
  waiting: ['requested', 'triggered', 'queued', 'failed_to_queue', 'failed_to_send'],
  sent: ['sent', 'processed', 'deferred'],
  arrived: ['delivered', 'opened', 're_opened', 'clicked', 're_clicked'],
  failed: ['bounced', 'dropped'],
  unwanted: ['unsubscribed', 'reported_as_spam'],
} as const satisfies Record<string, readonly LogStatus[]>;
export type Outcome = keyof typeof outcomes;

export const outcomeOf = (status: LogStatus): Outcome =>
  (Object.keys(outcomes) as Outcome[]).find((name) => outcomes[name].some((known) => known === status)) ?? 'waiting';

export const nameOfOutcome = (outcome: Outcome): string =>
  ({
    waiting: t('Waiting'),
    sent: t('Sent, nothing heard since'),
    arrived: t('Arrived'),
    failed: t('Failed'),
    unwanted: t('Unsubscribed or reported'),
  })[outcome];

export const nameOfStatus = (status: LogStatus): string =>
  ({
    requested: t('Requested'),
    triggered: t('Triggered'),
    queued: t('Queued'),
    failed_to_queue: t('Held up'),
    failed_to_send: t('Tried, not yet sent'),
    sent: t('Sent'),
    processed: t('Being processed'),
    deferred: t('Put off'),
    bounced: t('Bounced'),
    dropped: t('Dropped'),
    delivered: t('Delivered'),
    opened: t('Opened'),
    re_opened: t('Opened again'),
    clicked: t('Clicked'),
    re_clicked: t('Clicked again'),
    unsubscribed: t('Unsubscribed'),
    reported_as_spam: t('Reported as spam'),
  })[status];

const loud: Readonly<Partial<Record<LogStatus, Tone>>> = {
  failed_to_queue: 'warn',
  failed_to_send: 'warn',
  deferred: 'warn',
  sent: 'info',
  processed: 'info',
};
const tones: Readonly<Record<Outcome, Tone>> = {
  waiting: 'neutral',
  sent: 'neutral',
  arrived: 'ok',
  failed: 'bad',
  unwanted: 'warn',
};

export const toneOfStatus = (status: LogStatus): Tone => loud[status] ?? tones[outcomeOf(status)];

/** Did it go out? The answer, in a sentence that a customer can be told. */
export const verdictOf = (status: LogStatus): string =>
  ({
    requested: t('Not yet: it was asked for, and waits to be sent.'),
    triggered: t('Not yet: something brought it about, and it waits to be sent.'),
    queued: t('Not yet: it waits to be sent.'),
    failed_to_queue: t('Not yet: something here keeps it from being sent for now.'),
    failed_to_send: t('Not yet: the provider could not take it; it is tried again by itself.'),
    sent: t('Yes: the provider has taken it. Whether it arrived, nobody has said yet.'),
    processed: t('Yes: the provider has taken it and is working on it.'),
    deferred: t('It is on its way: the server of the recipient puts it off, and the provider tries again.'),
    bounced: t('No: it cannot be delivered to this recipient.'),
    dropped: t('No: it was given up before the server of the recipient was asked.'),
    delivered: t('Yes: the server of the recipient has it.'),
    opened: t('Yes: it arrived, and was opened.'),
    re_opened: t('Yes: it arrived, and was opened more than once.'),
    clicked: t('Yes: it arrived, and a link in it was followed.'),
    re_clicked: t('Yes: it arrived, and links in it were followed more than once.'),
    unsubscribed: t('Yes: it arrived, and the recipient wants no more of them.'),
    reported_as_spam: t('Yes: it arrived, and the recipient reported it as spam.'),
  })[status];

/** What a terminal status has left: it can be cancelled while no provider was handed it. */
export const isCancellable = (status: LogStatus): boolean =>
  status === 'requested' || status === 'triggered' || status === 'queued';
