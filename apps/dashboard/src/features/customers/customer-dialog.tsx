import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../i18n/texts.js';
import { useSaveWithConflictCheck } from '../../ui/save-with-conflict-check.js';
import { Field, FormDialog, TextArea, useRequestForm } from '../../ui/form.js';
import { toast } from '../../ui/toasts.js';
import { toBody, toFields, parseData, takenOut } from './customer-data.js';
import type { Customer } from './queries.js';
import { customersKey, isKnown, readCustomer, saveCustomer } from './queries.js';

/** The address belongs to an existing customer, which saving updates. */
class Taken extends Error {
  constructor(readonly email: string) {
    super();
  }
}

/**
 * A new customer, or the attributes and locale of an existing one. Saving replaces or adds attributes and removes
 * none.
 */
export function CustomerDialog({ customer, onClose }: { customer?: Customer; onClose: () => void }) {
  const queries = useQueryClient();
  const change = useSaveWithConflictCheck({
    loaded: toFields(customer?.locale, customer?.data ?? {}),
    read: async () => {
      const now = await readCustomer(form.getValues('email'));
      return toFields(now.locale, now.data);
    },
    write: (changed) => saveCustomer({ email: form.getValues('email'), ...toBody(changed) }),
    getLabel: (name) => (name === 'locale' ? t('Locale') : name.slice('data.'.length)),
  });
  const form = useRequestForm({
    values: {
      email: customer?.email ?? '',
      locale: customer?.locale ?? '',
      data: customer ? JSON.stringify(customer.data, null, 2) : '',
    },
    send: async (values): Promise<unknown> => {
      if (!('data' in parsed)) return undefined;
      const wanted = toFields(values.locale || undefined, parsed.data);
      if (customer) return change(wanted);
      if (taken !== values.email && (await isKnown(values.email.trim()))) throw new Taken(values.email);
      return saveCustomer({ email: values.email, ...toBody(wanted) });
    },
    onSuccess: (_sent, values) => {
      toast(t('{email} saved.', { email: values.email }));
      onClose();
      return queries.invalidateQueries({ queryKey: customersKey });
    },
  });
  const { email, locale, data } = form.watch();
  const parsed = parseData(data);
  const staying = customer && 'data' in parsed ? takenOut(customer.data, parsed.data) : [];
  const failure = form.sending.error;
  const taken = failure instanceof Taken ? failure.email : undefined;
  return (
    <FormDialog
      {...{ form, onClose }}
      title={customer ? t('Edit {email}', { email }) : t('Add customer')}
      action={t('Save')}
      disabled={'error' in parsed}
      showsFailure={!(failure instanceof Taken)}
    >
      {!customer && (
        <Field
          label={t('Address')}
          name="email"
          inputMode="email"
          required
          autoFocus
          autoComplete="off"
          error={
            taken === email ? t('A customer with this address exists. Save again to add to their data.') : undefined
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
            ? t('A locale cannot be removed: {locale} is kept.', { locale: customer.locale })
            : t('Used when a send sets no locale.')
        }
      />
      <TextArea
        label={t('Attributes')}
        name="data"
        rows={6}
        spellCheck={false}
        hint={
          staying.length > 0
            ? t('Attributes cannot be removed here. Kept: {names}', { names: staying.join(', ') })
            : t('A JSON object with strings, numbers and booleans. Omitted attributes are kept.')
        }
        error={'error' in parsed ? parsed.error : undefined}
      />
    </FormDialog>
  );
}
