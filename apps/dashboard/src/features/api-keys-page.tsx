import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../i18n/texts.js';
import { usePresence, useWhyNot } from '../session/session.js';
import { Badge } from '../ui/badge.js';
import { Button, IconButton } from '../ui/button.js';
import { Command, Empty, firstSend, formatCurl } from '../ui/empty.js';
import { Loaded } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import type { Column } from '../ui/table.js';
import { Table } from '../ui/table.js';
import { Time } from '../ui/time.js';
import { toast } from '../ui/toasts.js';
import { TypedConfirmation } from '../ui/typed-confirmation.js';
import { Choices, Field, FormDialog, Select, useRequestForm } from '../ui/form.js';
import { Secret } from '../ui/secret.js';
import type { components } from '@postrider/client';
import { unwrap, api } from '../api/client.js';

const createKey = (body: components['schemas']['ApiKeyBody']) => unwrap(api.POST('/api_keys', { body }));

const revokeKey = (id: string) => unwrap(api.DELETE('/api_keys/{id}', { params: { path: { id } } }));

type ApiKey = components['schemas']['ApiKey'];

const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => unwrap(api.GET('/api_keys', { signal })),
});

const scopes = ['send', 'read', 'manage'] as const;
type Scope = (typeof scopes)[number];

const nameOfScope = (scope: Scope): string => ({ send: t('send'), read: t('read'), manage: t('manage') })[scope];

const meaningOfScope = (scope: Scope): string =>
  ({
    send: t('Send, resend and cancel email, record conversions, start and stop drip campaigns for a person'),
    read: t('Read everything, render templates'),
    manage: t('Change templates, ESP accounts, webhooks, suppressions and keys'),
  })[scope];

const daySeconds = 86_400;
const lifetimes = (): readonly (readonly [days: string, name: string])[] => [
  ['', t('Never')],
  ['30', t('In 30 days')],
  ['90', t('In 90 days')],
  ['365', t('In a year')],
];

function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const { user } = usePresence();
  const sendToSelf = { ...firstSend, body: { ...firstSend.body, recipient: { address: user.email } } };
  const form = useRequestForm({
    values: { name: '', kind: 'live' as 'live' | 'test', scopes: ['send', 'read'] as Scope[], expires: '' },
    send: ({ name, kind, scopes: chosen, expires: days }) =>
      createKey({
        name,
        kind,
        ...(chosen.length === scopes.length ? {} : { scopes: chosen }),
        ...(days === '' ? {} : { expires: Math.floor(Date.now() / 1000) + Number(days) * daySeconds }),
      }),
    onSuccess: () => queries.invalidateQueries(apiKeysQuery),
  });
  const { data: created, variables } = form.sending;
  if (created)
    return (
      <Secret
        title={t('{name} created', { name: variables.name })}
        secret={created.api_key.secret}
        onClose={onClose}
        advice={t('Copy it now: it is shown only once. Use it as the username of HTTP Basic authentication.')}
      >
        {variables.scopes.includes('send') && <Command text={formatCurl(sendToSelf, created.api_key.secret)} />}
      </Secret>
    );
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t('Create API key')}
      action={t('Create')}
      disabled={form.watch('scopes').length === 0}
    >
      <Field
        label={t('Name')}
        name="name"
        required
        autoFocus
        autoComplete="off"
        hint={t('Where you use it, such as "shop".')}
      />
      <Select
        label={t('Kind')}
        name="kind"
        hint={t('A test key works like a live key, but no email is delivered.')}
        options={[
          ['live', t('Live')],
          ['test', t('Test')],
        ]}
      />
      <fieldset className="stack">
        <legend className="ui-field-label">{t('Permissions')}</legend>
        <Choices
          name="scopes"
          options={scopes.map((scope) => [
            scope,
            <>
              <strong>{nameOfScope(scope)}</strong> <span className="muted">{meaningOfScope(scope)}</span>
            </>,
          ])}
        />
      </fieldset>
      <Select label={t('Expires')} name="expires" options={lifetimes()} />
    </FormDialog>
  );
}

function RevokeKeyDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <TypedConfirmation
      title={t('Revoke {name}', { name })}
      consequence={t('Requests with this key fail at once. You cannot restore a revoked key.')}
      word={name}
      action={t('Revoke')}
      onClose={onClose}
      send={() => revokeKey(id)}
      onSuccess={() => {
        toast(t('{name} revoked.', { name }));
        onClose();
        return queries.invalidateQueries(apiKeysQuery);
      }}
    />
  );
}

/** The API keys of the account (docs/reference/api-keys.md). */
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
          {t('Create API key')}
        </Button>
      }
    >
      {why === undefined ? (
        <Loaded query={list}>
          {(keys) =>
            keys.length === 0 ? (
              <Empty>{t('No API keys yet. Create one to send email from your app.')}</Empty>
            ) : (
              <Table label={t('API keys')} rows={keys} columns={columns(revoke)} getKey={({ id }) => id} />
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
    width: '110px',
    cell: ({ kind }) =>
      kind === 'live' ? <Badge tone="ok">{t('Live')}</Badge> : <Badge tone="neutral">{t('Test')}</Badge>,
  },
  { name: 'hint', head: t('Prefix'), width: '150px', wide: true, cell: ({ hint }) => <code>{hint}…</code> },
  {
    name: 'scopes',
    head: t('Permissions'),
    width: '190px',
    wide: true,
    cell: ({ scopes }) => (scopes ? scopes.map(nameOfScope).join(', ') : t('full')),
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
    head: t('Expires'),
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
