import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Failure } from '../../ui/failure.js';
import { Field, TextArea } from '../../ui/field.js';
import { say } from '../../ui/toasts.js';
import { useCarefulSave } from '../../ui/careful-save.js';
import type { Attributes } from './customer-data.js';
import { bodyOf, fieldsOf, parseData, takenOut } from './customer-data.js';
import type { Customer } from './queries.js';
import { customersKey, isKnown, readCustomer, saveCustomer } from './queries.js';

class Taken extends Error {}

/** A new customer, or attributes and locale of one that is there: what was changed is replaced or added, nothing is removed. */
export function CustomerDialog({ customer, onClose }: { customer?: Customer; onClose: () => void }) {
  const queries = useQueryClient();
  const [email, setEmail] = useState(customer?.email ?? '');
  const [locale, setLocale] = useState(customer?.locale ?? '');
  const [text, setText] = useState(() => (customer ? JSON.stringify(customer.data, null, 2) : ''));
  const parsed = parseData(text);
  const staying = customer && 'data' in parsed ? takenOut(customer.data, parsed.data) : [];
  const change = useCarefulSave({
    loaded: fieldsOf(customer?.locale, customer?.data ?? {}),
    read: async () => {
      const now = await readCustomer(email);
      return fieldsOf(now.locale, now.data);
    },
    write: (changed) => saveCustomer({ email, ...bodyOf(changed) }),
    labelOf: (name) => (name === 'locale' ? t('Locale') : name.slice('data.'.length)),
  });
  /** The address that was said to be somebody's already: whoever saves again means them. */
  const [taken, setTaken] = useState<string>();
  const saving = useMutation({
    mutationFn: async (data: Attributes): Promise<unknown> => {
      const wanted = fieldsOf(locale || undefined, data);
      if (customer) return change(wanted);
      if (taken !== email && (await isKnown(email.trim()))) throw new Taken();
      return saveCustomer({ email, ...bodyOf(wanted) });
    },
    onError: (error) => error instanceof Taken && setTaken(email),
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
            error={
              taken === email && email !== ''
                ? t('There is a customer with this address already. Saving again adds to what is known of them.')
                : undefined
            }
          />
        )}
        <Field
          label={t('Locale')}
          name="locale"
          placeholder="en-US"
          autoComplete="off"
          hint={
            locale === '' && customer?.locale !== undefined
              ? t('A locale is never taken away: {locale} stays.', { locale: customer.locale })
              : t('Mail that names no locale is sent in it.')
          }
          value={locale}
          onChange={setLocale}
          failure={saving.error}
        />
        <TextArea
          label={t('Attributes')}
          name="data"
          rows={8}
          spellCheck={false}
          hint={
            staying.length > 0
              ? t('Attributes are never taken away. What is left out stays: {names}', { names: staying.join(', ') })
              : t('A JSON object of texts, numbers and booleans. What is left out stays.')
          }
          value={text}
          onChange={setText}
          error={'error' in parsed ? parsed.error : undefined}
          failure={saving.error}
        />
        {saving.error && !(saving.error instanceof Taken) && <Failure error={saving.error} />}
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
