import { t } from '../../i18n/texts.js';
import { Field, FormDialog, useRequestForm } from '../../ui/form.js';
import { say } from '../../ui/toasts.js';
import { recordConversion } from './queries.js';

export function ConversionDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const form = useRequestForm({
    values: { revenue: '' },
    send: ({ revenue }) => recordConversion(email, revenue === '' ? undefined : Math.round(Number(revenue) * 100)),
    onSuccess: () => {
      say(t('The conversion counts for the mail that {email} clicked last.', { email }));
      onClose();
    },
  });
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t('Record a conversion')}
      description={t('Something that the mail was worth sending for, such as an order.')}
      action={t('Record')}
    >
      <Field
        label={t('Revenue')}
        name="revenue"
        type="number"
        min="0"
        step="0.01"
        autoFocus
        hint={t('May be left out.')}
      />
    </FormDialog>
  );
}
