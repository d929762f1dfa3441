import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import type { Role } from '../../session/session.js';
import { nameOfRole, roles } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Failure } from '../../ui/failure.js';
import { Field, Select } from '../../ui/field.js';
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
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const inviting = useMutation({
    mutationFn: () => invite({ email, role, ...(name === '' ? {} : { name }) }),
    meta: { showsFailure: true },
    onSuccess: () => {
      say(t('A mail with a link is on its way to {email}.', { email }));
      onClose();
      return queries.invalidateQueries(usersQuery);
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Invite somebody')}
      description={t('They get a mail with a link that works once, sent by this account.')}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          inviting.mutate();
        }}
      >
        <Field
          label={t('Address')}
          name="email"
          inputMode="email"
          required
          autoFocus
          autoComplete="off"
          value={email}
          onChange={setEmail}
          failure={inviting.error}
        />
        <Field
          label={t('Name')}
          name="name"
          autoComplete="off"
          hint={t('May be left out.')}
          value={name}
          onChange={setName}
          failure={inviting.error}
        />
        <Select
          label={t('Role')}
          name="role"
          hint={meaningOf(role)}
          value={role}
          onChange={(chosen) => setRole(chosen as Role)}
        >
          {roles.map((each) => (
            <option key={each} value={each}>
              {nameOfRole(each)}
            </option>
          ))}
        </Select>
        {inviting.error && <Failure error={inviting.error} />}
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" tone="primary" busy={inviting.isPending}>
            {t('Invite')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
