import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button, IconButton } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { CreateKeyDialog, nameOfScope } from './create-key-dialog.js';
import type { ApiKey } from './queries.js';
import { apiKeysQuery, revokeKey } from './queries.js';
import { say } from '../../ui/toasts.js';
import { TypedConfirmation } from '../../ui/typed-confirmation.js';

function RevokeKeyDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <TypedConfirmation
      title={t('Revoke {name}', { name })}
      consequence={t('Every program that uses it is refused from now on. A revoked key cannot be brought back.')}
      word={name}
      action={t('Revoke')}
      onClose={onClose}
      send={() => revokeKey(id)}
      onSuccess={() => {
        say(t('{name} is revoked.', { name }));
        onClose();
        return queries.invalidateQueries(apiKeysQuery);
      }}
    />
  );
}

/** What programs come in with (docs/api.md#api-keys). */
export function ApiKeysPage() {
  const why = useWhyNot('admin');
  const list = useQuery({ ...apiKeysQuery, enabled: why === undefined });
  const [isCreating, setCreating] = useState(false);
  const [revoked, revoke] = useState<ApiKey>();
  return (
    <Page
      title={t('API keys')}
      fill
      actions={
        <Button tone="primary" why={why} onClick={() => setCreating(true)}>
          {t('Create a key')}
        </Button>
      }
    >
      {why === undefined ? (
        <Loaded query={list}>
          {(keys) =>
            keys.length === 0 ? (
              <Empty>{t('There is no key: no program can send mail for this account.')}</Empty>
            ) : (
              <Table label={t('API keys')} rows={keys} columns={columns(revoke)} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
      ) : (
        <Empty>{why}</Empty>
      )}
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {revoked && <RevokeKeyDialog apiKey={revoked} onClose={() => revoke(undefined)} />}
    </Page>
  );
}

const columns = (revoke: (key: ApiKey) => void): readonly Column<ApiKey>[] => [
  { name: 'name', head: t('Name'), cell: ({ name }) => name },
  {
    name: 'kind',
    head: t('Kind'),
    width: '80px',
    cell: ({ kind }) =>
      kind === 'live' ? <Badge tone="ok">{t('Live')}</Badge> : <Badge tone="neutral">{t('Test')}</Badge>,
  },
  { name: 'hint', head: t('Begins with'), width: '150px', wide: true, cell: ({ hint }) => <code>{hint}…</code> },
  {
    name: 'scopes',
    head: t('May'),
    width: '190px',
    wide: true,
    cell: ({ scopes }) => (scopes ? scopes.map(nameOfScope).join(', ') : t('do everything')),
  },
  {
    name: 'last_used',
    head: t('Last used'),
    width: '130px',
    wide: true,
    cell: ({ last_used }) =>
      last_used === undefined ? <span className="muted">{t('never')}</span> : <Time at={last_used} />,
  },
  {
    name: 'expires',
    head: t('Ends'),
    width: '130px',
    wide: true,
    cell: ({ expires }) =>
      expires === undefined ? <span className="muted">{t('never')}</span> : <Time at={expires} />,
  },
  {
    name: 'revoke',
    head: '',
    width: '48px',
    cell: (key) => (
      <IconButton icon="trash" label={t('Revoke {name}', { name: key.name })} onClick={() => revoke(key)} />
    ),
  },
];
