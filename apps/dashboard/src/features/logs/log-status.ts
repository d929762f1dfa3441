import type { components } from '@postrider/client';
import { t } from '../../i18n/texts.js';
import type { Tone } from '../../ui/badge.js';

export type LogStatus = components['schemas']['LogStatus'];

/** The outcome, which summarizes the seventeen statuses. */
export const outcomes = {
  waiting: ['requested', 'triggered', 'queued', 'failed_to_queue', 'failed_to_send'],
  sent: ['sent', 'processed', 'deferred'],
  delivered: ['delivered', 'opened', 're_opened', 'clicked', 're_clicked'],
  failed: ['bounced', 'dropped'],
  unsubscribed: ['unsubscribed', 'reported_as_spam'],
} as const satisfies Record<string, readonly LogStatus[]>;
export type Outcome = keyof typeof outcomes;

export const getOutcome = (status: LogStatus): Outcome =>
  (Object.keys(outcomes) as Outcome[]).find((name) => outcomes[name].some((known) => known === status)) ?? 'waiting';

export const nameOfOutcome = (outcome: Outcome): string =>
  ({
    waiting: t('Waiting'),
    sent: t('Sent, unconfirmed'),
    delivered: t('Delivered'),
    failed: t('Failed'),
    unsubscribed: t('Unsubscribed or complained'),
  })[outcome];

export const nameOfStatus = (status: LogStatus): string =>
  ({
    requested: t('Requested'),
    triggered: t('Triggered'),
    queued: t('Queued'),
    failed_to_queue: t('Delayed'),
    failed_to_send: t('Retrying'),
    sent: t('Sent'),
    processed: t('Being processed'),
    deferred: t('Deferred'),
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

const toneOverrides: Readonly<Partial<Record<LogStatus, Tone>>> = {
  failed_to_queue: 'warn',
  failed_to_send: 'warn',
  deferred: 'warn',
  sent: 'info',
  processed: 'info',
};
const tones: Readonly<Record<Outcome, Tone>> = {
  waiting: 'neutral',
  sent: 'neutral',
  delivered: 'ok',
  failed: 'bad',
  unsubscribed: 'warn',
};

export const toneOfStatus = (status: LogStatus): Tone => toneOverrides[status] ?? tones[getOutcome(status)];

/** The delivery status as one sentence for a customer. */
export const getVerdict = (status: LogStatus): string =>
  ({
    requested: t('Not yet. It is queued.'),
    triggered: t('Not yet. A campaign triggered it, and it is queued.'),
    queued: t('Not yet. It is queued.'),
    failed_to_queue: t('Not yet. An internal error delays it.'),
    failed_to_send: t('Not yet. The provider did not accept it, and Postrider is retrying automatically.'),
    sent: t('Yes. The provider accepted it. Delivery is not confirmed yet.'),
    processed: t('Yes. The provider accepted it and is processing it.'),
    deferred: t("On its way. The recipient's server deferred it, and the provider is retrying."),
    bounced: t('No. It cannot be delivered to this recipient.'),
    dropped: t("No. It was dropped before it reached the recipient's server."),
    delivered: t("Yes. The recipient's server accepted it."),
    opened: t('Yes. It was delivered and opened.'),
    re_opened: t('Yes. It was delivered and opened more than once.'),
    clicked: t('Yes. It was delivered, and a link was clicked.'),
    re_clicked: t('Yes. It was delivered, and links were clicked more than once.'),
    unsubscribed: t('Yes. It was delivered, and the recipient unsubscribed.'),
    reported_as_spam: t('Yes. It was delivered, and the recipient reported it as spam.'),
  })[status];

/** The actions of a status: an email can be cancelled until a provider has it. */
export const isCancellable = (status: LogStatus): boolean =>
  status === 'requested' || status === 'triggered' || status === 'queued';
