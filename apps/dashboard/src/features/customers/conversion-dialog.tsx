import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Failure } from '../../ui/failure.js';
import { Field } from '../../ui/field.js';
import { say } from '../../ui/toasts.js';
import { recordConversion } from './queries.js';

export function ConversionDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [amount, setAmount] = useState('');
  const recording = useMutation({
    mutationFn: () => recordConversion(email, amount === '' ? undefined : Math.round(Number(amount) * 100)),
    meta: { showsFailure: true },
    onSuccess: () => {
      say(t('The conversion counts for the mail that {email} clicked last.', { email }));
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Record a conversion')}
      description={t('Something that the mail was worth sending for, such as an order.')}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          recording.mutate();
        }}
      >
        <Field
          label={t('Revenue')}
          name="revenue"
          type="number"
          min="0"
          step="0.01"
          autoFocus
          hint={t('May be left out.')}
          value={amount}
          onChange={setAmount}
          failure={recording.error}
        />
        {recording.error && <Failure error={recording.error} />}
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" tone="primary" busy={recording.isPending}>
            {t('Record')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
