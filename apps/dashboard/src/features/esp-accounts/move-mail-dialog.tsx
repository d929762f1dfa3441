import { useQuery } from '@tanstack/react-query';
import { t, tn } from '../../i18n/texts.js';
import { FormDialog, Select, useRequestForm } from '../../ui/form.js';
import { say } from '../../ui/toasts.js';
import type { EspAccount } from './queries.js';
import { espAccountsQuery, moveMail } from './queries.js';

/** Moves queued mail to another ESP account, so that this one can be deleted. */
export function MoveMailDialog({ account: { id, name }, onClose }: { account: EspAccount; onClose: () => void }) {
  const { data: accounts = [] } = useQuery(espAccountsQuery);
  const others = accounts.filter((each) => each.id !== id && !each.needs_credentials);
  const form = useRequestForm({
    values: { to: '' },
    send: ({ to }) => moveMail(id, to || others[0]!.id),
    onSuccess: ({ moved, staying }) => {
      say(
        `${tn('{count} mail is moved.', '{count} mails are moved.', moved)} ${
          staying === 0
            ? ''
            : tn(
                '{count} stays: it is being sent, or may have been.',
                '{count} stay: they are being sent, or may have been.',
                staying,
              )
        }`.trim(),
      );
      onClose();
    },
  });
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t('Move the mail of {name}', { name })}
      description={t('Another account sends what waits for this one. Its log says so.')}
      action={t('Move')}
      why={others.length === 0 ? t('There is no other ESP account that has credentials.') : undefined}
    >
      <Select label={t('Send it through')} name="to" options={others.map((each) => [each.id, each.name])} />
    </FormDialog>
  );
}
