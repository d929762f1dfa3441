import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../i18n/texts.js';
import type { Role } from '../../session/session.js';
import { nameOfRole, roles } from '../../session/session.js';
import { Field, FormDialog, Select, useRequestForm } from '../../ui/form.js';
import { say } from '../../ui/toasts.js';
import { invite, usersQuery } from './queries.js';

const meaningOf = (role: Role): string =>
  ({
    viewer: t('Sees everything, changes nothing.'),
    editor: t('Also sends, and writes templates, snippets, campaigns and customers.'),
    admin: t('Also changes ESP accounts, keys, webhooks and users.'),
  })[role];

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const form = useRequestForm({
    values: { email: '', name: '', role: 'editor' as Role },
    send: ({ email, name, role }) => invite({ email, role, ...(name === '' ? {} : { name }) }),
    onSuccess: (_sent, { email }) => {
      say(t('A mail with a link is on its way to {email}.', { email }));
      onClose();
      return queries.invalidateQueries(usersQuery);
    },
  });
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t('Invite somebody')}
      description={t('They get a mail with a link that works once, sent by this account.')}
      action={t('Invite')}
    >
      <Field label={t('Address')} name="email" inputMode="email" required autoFocus autoComplete="off" />
      <Field label={t('Name')} name="name" autoComplete="off" hint={t('May be left out.')} />
      <Select
        label={t('Role')}
        name="role"
        hint={meaningOf(form.watch('role'))}
        options={roles.map((role) => [role, nameOfRole(role)])}
      />
    </FormDialog>
  );
}
