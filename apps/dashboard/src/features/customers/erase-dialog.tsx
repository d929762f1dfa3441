import { t } from '../../i18n/texts.js';
import { Removal } from '../../ui/removal.js';
import { customersKey } from './queries.js';
import { deleteCustomer, eraseCustomer } from './requests.js';

type Props = { readonly email: string; readonly isErasure: boolean; readonly onClose: () => void };

const list = { to: '/customers', key: customersKey } as const;

/** Deleting takes the customer out of the list; erasing forgets the person wherever something is stored of them. */
export const EraseDialog = ({ email, isErasure, onClose }: Props) =>
  isErasure ? (
    <Removal
      title={t('Erase {email}', { email })}
      consequence={t(
        'Address, names and data go from the customer, from every log and every campaign; mail that waits is not sent. Figures stay. It cannot be undone.',
      )}
      word={email}
      action={t('Erase')}
      remove={() => eraseCustomer(email)}
      done={t('{email} is being forgotten.', { email })}
      list={list}
      onClose={onClose}
    />
  ) : (
    <Removal
      title={t('Delete {email}', { email })}
      consequence={t(
        'Attributes and locale go. Logs stay, campaigns go on, and a mail sent to them makes them a customer again.',
      )}
      word={email}
      remove={() => deleteCustomer(email)}
      done={t('{email} is deleted.', { email })}
      list={list}
      onClose={onClose}
    />
  );
