import { t } from '../../i18n/texts.js';
import { Badge } from '../../ui/badge.js';
import type { Reason } from './filter.js';

export const nameOfReason = (reason: Reason): string =>
  ({
    hard_bounce: t('Hard bounce'),
    spam_report: t('Spam report'),
    unsubscribe: t('Unsubscribed'),
    manual: t('By hand'),
  })[reason];

const tones = { hard_bounce: 'bad', spam_report: 'warn', unsubscribe: 'info', manual: 'neutral' } as const;

export const ReasonBadge = ({ reason }: { reason: Reason }) => (
  <Badge tone={tones[reason]}>{nameOfReason(reason)}</Badge>
);
