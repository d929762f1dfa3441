import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../i18n/texts.js';
import { Field, FormDialog, Select, useRequestForm } from '../../ui/form.js';
import { toast } from '../../ui/toasts.js';
import type { Reason } from './queries.js';
import { reasons, suppress, suppressionsKey } from './queries.js';
import { Badge } from '../../ui/badge.js';

export const nameOfReason = (reason: Reason): string =>
  ({
    hard_bounce: t('Hard bounce'),
    spam_report: t('Spam report'),
    unsubscribe: t('Unsubscribed'),
    manual: t('Manual'),
  })[reason];

const tones = { hard_bounce: 'bad', spam_report: 'warn', unsubscribe: 'info', manual: 'neutral' } as const;

export const ReasonBadge = ({ reason }: { reason: Reason }) => (
  <Badge tone={tones[reason]}>{nameOfReason(reason)}</Badge>
);

/** Suppresses an address; that of `email` is already written. */
export function AddDialog({ email = '', onClose }: { email?: string; onClose: () => void }) {
  const queries = useQueryClient();
  const form = useRequestForm({
    values: { email, reason: 'manual' as Reason, note: '' },
    send: suppress,
    onSuccess: (_sent, suppressed) => {
      toast(t('{email} suppressed.', { email: suppressed.email }));
      onClose();
      return queries.invalidateQueries({ queryKey: suppressionsKey });
    },
  });
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t('Suppress address')}
      description={t('Email to this address is accepted, logged as dropped and not sent.')}
      action={t('Suppress')}
    >
      <Field label={t('Address')} name="email" inputMode="email" autoComplete="off" required autoFocus />
      <Select label={t('Reason')} name="reason" options={reasons.map((each) => [each, nameOfReason(each)])} />
      <Field label={t('Note')} name="note" hint={t('For example "requested by phone".')} />
    </FormDialog>
  );
}
