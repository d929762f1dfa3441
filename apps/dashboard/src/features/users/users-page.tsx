import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import { changeSession } from '../../session/change-session.js';
import { readSession, sessionQuery } from '../../session/queries.js';
import type { Role } from '../../session/session.js';
import { nameOfRole, roles, usePresence, useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button, IconButton } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Loaded } from '../../ui/loaded.js';
import { Menu } from '../../ui/menu.js';
import { Page } from '../../ui/page.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { doLater, say } from '../../ui/toasts.js';
import { InviteDialog } from './invite-dialog.js';
import type { User } from './queries.js';
import { changeRole, removeUser, usersQuery } from './queries.js';

/** Who may enter this account, and what they may do (docs/users.md). */
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
          {t('Invite somebody')}
        </Button>
      }
    >
      {why === undefined ? (
        <Loaded query={list}>
          {(users) => <Table label={t('Users')} rows={users} columns={columns} keyOf={({ id }) => id} />}
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
      const text = t('{name} is {role} now.', { name: user.name || user.email, role: nameOfRole(role) });
      // Whoever is no admin any more cannot take it back.
      if (isMe(user)) say(text);
      else say(text, () => changing.mutate({ user, role: user.role }));
    },
    onSettled: (_answer, _error, { user }) =>
      isMe(user) ? queries.refetchQueries(sessionQuery) : queries.invalidateQueries(usersQuery),
  });
  const remove = (user: User) =>
    doLater(t('{name} leaves the account.', { name: user.name || user.email }), async () => {
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
      head: t('State'),
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
    { name: 'created', head: t('Since'), width: '120px', wide: true, cell: ({ created }) => <Time at={created} /> },
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
              label: isMe(user) ? t('Leave the account') : t('Take out of the account'),
              danger: true,
              onSelect: () => remove(user),
            },
          ]}
        />
      ),
    },
  ];
}
