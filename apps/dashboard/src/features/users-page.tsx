import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../i18n/texts.js';
import { changeSession, readSession, sessionQuery } from '../session/queries.js';
import type { Role } from '../session/session.js';
import { nameOfRole, roles, usePresence, useWhyNot } from '../session/session.js';
import { Badge } from '../ui/badge.js';
import { Button, IconButton } from '../ui/button.js';
import { Empty } from '../ui/empty.js';
import { Loaded } from '../ui/loaded.js';
import { Menu } from '../ui/menu.js';
import { Page } from '../ui/page.js';
import type { Column } from '../ui/table.js';
import { Table } from '../ui/table.js';
import { Time } from '../ui/time.js';
import { runAfterUndo, toast } from '../ui/toasts.js';
import { Field, FormDialog, Select, useRequestForm } from '../ui/form.js';
import type { components } from '@postrider/client';
import { unwrap, api, at } from '../api/client.js';

/** Sends an email with a link. */
const invite = (body: { readonly email: string; readonly role: Role; readonly name?: string }) =>
  unwrap(api.POST('/users', { body }));

const changeRole = (id: string, role: Role) => unwrap(api.PATCH('/users/{id}', { ...at(id), body: { role } }));

const removeUser = (id: string) => unwrap(api.DELETE('/users/{id}', at(id)));

type User = components['schemas']['User'];

const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => unwrap(api.GET('/users', { signal })),
});

const describeRole = (role: Role): string =>
  ({
    viewer: t('Read-only access.'),
    editor: t('Can also send email and edit templates, snippets, campaigns and customers.'),
    admin: t('Can also manage ESP accounts, keys, webhooks and users.'),
  })[role];

function InviteDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const form = useRequestForm({
    values: { email: '', name: '', role: 'editor' as Role },
    send: ({ email, name, role }) => invite({ email, role, ...(name === '' ? {} : { name }) }),
    onSuccess: (_sent, { email }) => {
      toast(t('Invitation sent to {email}.', { email }));
      onClose();
      return queries.invalidateQueries(usersQuery);
    },
  });
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t('Invite user')}
      description={t('They get an email with a link that works once.')}
      action={t('Invite')}
    >
      <Field label={t('Address')} name="email" inputMode="email" required autoFocus autoComplete="off" />
      <Field label={t('Name')} name="name" autoComplete="off" hint={t('Optional')} />
      <Select
        label={t('Role')}
        name="role"
        hint={describeRole(form.watch('role'))}
        options={roles.map((role) => [role, nameOfRole(role)])}
      />
    </FormDialog>
  );
}

/** The users of the account and their roles (docs/users.md). */
export function UsersPage() {
  const why = useWhyNot('admin');
  const list = useQuery({ ...usersQuery, enabled: why === undefined });
  const [isInviting, setInviting] = useState(false);
  const columns = useColumns();
  return (
    <Page
      title={t('Users')}
      fill
      actions={
        <Button tone="primary" why={why} onClick={() => setInviting(true)}>
          {t('Invite user')}
        </Button>
      }
    >
      {why === undefined ? (
        <Loaded query={list}>
          {(users) => <Table label={t('Users')} rows={users} columns={columns} getKey={({ id }) => id} />}
        </Loaded>
      ) : (
        <Empty>{why}</Empty>
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function useColumns(): readonly Column<User>[] {
  const { user: me } = usePresence();
  const queries = useQueryClient();
  const isMe = (user: User): boolean => user.user_id === me.id;
  const changing = useMutation({
    mutationFn: ({ user, role }: { user: User; role: Role }) => changeRole(user.id, role),
    onSuccess: (_answer, { user, role }) => {
      const text = t('{name} is now {role}.', { name: user.name || user.email, role: nameOfRole(role) });
      // A user who gives up the admin role cannot undo this.
      if (isMe(user)) toast(text);
      else toast(text, () => changing.mutate({ user, role: user.role }));
    },
    onSettled: (_answer, _error, { user }) =>
      isMe(user) ? queries.refetchQueries(sessionQuery) : queries.invalidateQueries(usersQuery),
  });
  const remove = (user: User) =>
    runAfterUndo(t('{name} removed from the account.', { name: user.name || user.email }), async () => {
      await removeUser(user.id).finally(() => void queries.invalidateQueries(usersQuery));
      if (isMe(user)) changeSession(queries, await readSession());
    });
  return [
    {
      name: 'name',
      head: t('Name'),
      cell: ({ name, email }) => (
        <>
          <span className="ui-table-main">{name || email}</span>
          {name && <span className="ui-table-more">{email}</span>}
        </>
      ),
    },
    { name: 'email', head: t('Address'), wide: true, cell: ({ email }) => email },
    {
      name: 'status',
      head: t('Status'),
      width: '120px',
      wide: true,
      cell: ({ status }) =>
        status === 'active' ? <Badge tone="ok">{t('Active')}</Badge> : <Badge tone="info">{t('Invited')}</Badge>,
    },
    {
      name: 'role',
      head: t('Role'),
      width: '110px',
      narrow: '84px',
      cell: ({ role, status }) => (
        <>
          <span className="ui-table-main">{nameOfRole(role)}</span>
          {status !== 'active' && <span className="ui-table-more">{t('Invited')}</span>}
        </>
      ),
    },
    { name: 'created', head: t('Added'), width: '120px', wide: true, cell: ({ created }) => <Time at={created} /> },
    {
      name: 'more',
      head: '',
      width: '44px',
      cell: (user) => (
        <Menu
          trigger={<IconButton icon="more" label={t('Change {name}', { name: user.name || user.email })} />}
          items={[
            { heading: t('Role') },
            ...roles.map((role) => ({
              label: nameOfRole(role),
              checked: role === user.role,
              onSelect: () => role !== user.role && changing.mutate({ user, role }),
            })),
            'line',
            {
              label: isMe(user) ? t('Leave account') : t('Remove from account'),
              danger: true,
              onSelect: () => remove(user),
            },
          ]}
        />
      ),
    },
  ];
}
