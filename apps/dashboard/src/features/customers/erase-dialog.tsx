import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { t } from '../../i18n/texts.js';
import { say } from '../../ui/toasts.js';
import { TypedConfirmation } from '../../ui/typed-confirmation.js';
import { customersKey } from './queries.js';
import { deleteCustomer, eraseCustomer } from './requests.js';

/** Deleting takes the customer out of the list; erasing forgets the person wherever something is stored of them. */
export function EraseDialog({ email, isErasure, onClose }: { email: string; isErasure: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const removing = useMutation({
    mutationFn: () => (isErasure ? eraseCustomer(email) : deleteCustomer(email)),
    meta: { showsFailure: true },
    onSuccess: async () => {
      say(isErasure ? t('{email} is being forgotten.', { email }) : t('{email} is deleted.', { email }));
      await navigate({ to: '/customers' });
      return queries.invalidateQueries({ queryKey: customersKey });
    },
  });
  return (
    <TypedConfirmation
      open
      title={isErasure ? t('Erase {email}', { email }) : t('Delete {email}', { email })}
      consequence={
        isErasure
          ? t(
              'Address, names and data go from the customer, from every log and every campaign; mail that waits is not sent. Figures stay. It cannot be undone.',
            )
          : t(
              'Attributes and locale go. Logs stay, campaigns go on, and a mail sent to them makes them a customer again.',
            )
      }
      word={email}
      action={isErasure ? t('Erase') : t('Delete')}
      busy={removing.isPending}
      failure={removing.error}
      onClose={onClose}
      onConfirm={() => removing.mutate()}
    />
  );
}
