import type { components } from '@postrider/client';
import { t } from '../../i18n/texts.js';
import type { Tone } from '../../ui/badge.js';
import { Badge } from '../../ui/badge.js';

export type Status = components['schemas']['LogStatus'];

const tones: Readonly<Record<Status, Tone>> = {
  requested: 'neutral',
  triggered: 'neutral',
  queued: 'neutral',
  sent: 'info',
  processed: 'info',
  deferred: 'warn',
  delivered: 'ok',
  opened: 'ok',
  re_opened: 'ok',
  clicked: 'ok',
  re_clicked: 'ok',
  failed_to_queue: 'bad',
  failed_to_send: 'warn',
  dropped: 'bad',
  bounced: 'bad',
  reported_as_spam: 'bad',
  unsubscribed: 'warn',
};

export const nameOfStatus = (status: Status): string =>
  ({
    requested: t('Accepted'),
    triggered: t('Scheduled'),
    queued: t('Queued'),
    sent: t('Sent'),
    processed: t('Processed'),
    deferred: t('Deferred'),
    delivered: t('Delivered'),
    opened: t('Opened'),
    re_opened: t('Opened again'),
    clicked: t('Clicked'),
    re_clicked: t('Clicked again'),
    failed_to_queue: t('Not queued'),
    failed_to_send: t('Trying again'),
    dropped: t('Dropped'),
    bounced: t('Bounced'),
    reported_as_spam: t('Reported as spam'),
    unsubscribed: t('Unsubscribed'),
  })[status];

/** What has become of a mail (docs/api.md#log-statuses), in a word. */
export const LogStatus = ({ status }: { status: Status }) => <Badge tone={tones[status]}>{nameOfStatus(status)}</Badge>;
