import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Failure } from '../../ui/failure.js';
import { Field, TextArea } from '../../ui/field.js';
import { say } from '../../ui/toasts.js';
import type { Attributes } from './customer-data.js';
import { parseData } from './customer-data.js';
import type { Customer } from './queries.js';
import { customersKey } from './queries.js';
import { saveCustomer } from './requests.js';

/** A new customer, or attributes and locale of one that is there: what is given is replaced or added, nothing is removed. */
export function CustomerDialog({ customer, onClose }: { customer?: Customer; onClose: () => void }) {
  const queries = useQueryClient();
  const [email, setEmail] = useState(customer?.email ?? '');
  const [locale, setLocale] = useState(customer?.locale ?? '');
  const [text, setText] = useState(() => (customer ? JSON.stringify(customer.data, null, 2) : ''));
  const parsed = parseData(text);
  const saving = useMutation({
    mutationFn: (data: Attributes) => saveCustomer({ email, data, ...(locale === '' ? {} : { locale }) }),
    meta: { showsFailure: true },
    onSuccess: () => {
      say(t('{email} is saved.', { email }));
      onClose();
      return queries.invalidateQueries({ queryKey: customersKey });
    },
  });
  return (
    <Dialog open onClose={onClose} title={customer ? t('Edit {email}', { email }) : t('Add a customer')}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if ('data' in parsed) saving.mutate(parsed.data);
        }}
      >
        {!customer && (
          <Field
            label={t('Address')}
            name="email"
            inputMode="email"
            required
            autoFocus
            autoComplete="off"
            value={email}
            onChange={setEmail}
            failure={saving.error}
          />
        )}
        <Field
          label={t('Locale')}
          name="locale"
          placeholder="en-US"
          autoComplete="off"
          hint={t('Mail that names no locale is sent in it.')}
          value={locale}
          onChange={setLocale}
          failure={saving.error}
        />
        <TextArea
          label={t('Attributes')}
          name="data"
          rows={8}
          spellCheck={false}
          hint={t('A JSON object of texts, numbers and booleans. What is left out stays.')}
          value={text}
          onChange={setText}
          error={'error' in parsed ? parsed.error : undefined}
          failure={saving.error}
        />
        {saving.error && <Failure error={saving.error} />}
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" tone="primary" busy={saving.isPending} disabled={'error' in parsed}>
            {t('Save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
