import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Failure } from '../../ui/failure.js';
import { Field, Select } from '../../ui/field.js';
import { say } from '../../ui/toasts.js';
import type { Reason } from './queries.js';
import { reasons, suppress, suppressionsKey } from './queries.js';
import { Badge } from '../../ui/badge.js';

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

export function AddDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [reason, setReason] = useState<Reason>('manual');
  const [note, setNote] = useState('');
  const adding = useMutation({
    mutationFn: () => suppress({ email, reason, note }),
    meta: { showsFailure: true },
    onSuccess: () => {
      say(t('{email} gets no more mail.', { email }));
      onClose();
      return queries.invalidateQueries({ queryKey: suppressionsKey });
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Suppress an address')}
      description={t('Mail to it is accepted, logged as dropped and not sent.')}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          adding.mutate();
        }}
      >
        <Field
          label={t('Address')}
          name="email"
          inputMode="email"
          autoComplete="off"
          required
          autoFocus
          value={email}
          onChange={setEmail}
          failure={adding.error}
        />
        <Select label={t('Reason')} name="reason" value={reason} onChange={(chosen) => setReason(chosen as Reason)}>
          {reasons.map((each) => (
            <option key={each} value={each}>
              {nameOfReason(each)}
            </option>
          ))}
        </Select>
        <Field
          label={t('Note')}
          name="note"
          hint={t('For whoever wonders later, such as "asked us by telephone".')}
          value={note}
          onChange={setNote}
          failure={adding.error}
        />
        {adding.error && <Failure error={adding.error} />}
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" tone="primary" busy={adding.isPending}>
            {t('Suppress')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
