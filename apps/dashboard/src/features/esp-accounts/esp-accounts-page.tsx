import './esp-accounts.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber, t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { toast } from '../../ui/toasts.js';
import type { QueueLane } from '../../api/queue.js';
import { queueQuery } from '../../api/queue.js';
import { getHealth } from './health.js';
import { StateBadge } from './delivery-state.js';
import { toCreateBody, nameOfKind } from './draft.js';
import { EspAccountForm } from './esp-account-form.js';
import type { EspAccount } from './queries.js';
import { createEspAccount, espAccountsKey, espAccountsQuery } from './queries.js';

const example = {
  path: '/esp_accounts',
  body: {
    name: 'Relay',
    esp_type: 'smtp',
    credentials: { host: 'smtp.example.com', port: 587, username: 'acme', password: 'secret', use_tls: true },
  },
};

/** The ESP accounts (docs/providers.md). */
export function EspAccountsPage() {
  const list = useQuery(espAccountsQuery);
  const { data: queue } = useQuery(queueQuery);
  const [isAdding, setAdding] = useState(false);
  return (
    <Page
      title={t('ESP accounts')}
      fill
      actions={
        <Button tone="primary" why={useWhyNot('admin')} onClick={() => setAdding(true)}>
          {t('Add account')}
        </Button>
      }
    >
      <Loaded query={list}>
        {(accounts) =>
          accounts.length === 0 ? (
            <Empty example={example}>
              {t('No ESP accounts yet. Emails use the built-in delivery of this installation.')}
            </Empty>
          ) : (
            <Table
              label={t('ESP accounts')}
              rows={accounts}
              columns={columns(new Map(accounts.map(({ id, name }) => [id, name])), queue?.lanes ?? [])}
              getKey={({ id }) => id}
              getHref={({ id }) => `/esp_accounts/${id}`}
            />
          )
        }
      </Loaded>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}

const columns = (names: ReadonlyMap<string, string>, lanes: readonly QueueLane[]): readonly Column<EspAccount>[] => [
  {
    name: 'name',
    head: t('Name'),
    cell: ({ id, name, needs_credentials: disabled }) => {
      const { state } = getHealth(lanes, id);
      return (
        <>
          {name}{' '}
          {disabled ? (
            <Badge tone="warn">{t('No credentials')}</Badge>
          ) : (
            state !== 'open' && <StateBadge state={state} />
          )}
        </>
      );
    },
  },
  {
    name: 'default',
    head: t('Default'),
    width: '104px',
    cell: ({ is_default }) => is_default && <Badge plain>{t('Default')}</Badge>,
  },
  {
    name: 'kind',
    head: t('Provider'),
    width: 'minmax(120px, 1fr)',
    narrow: 'minmax(0, 1fr)',
    cell: ({ esp_type }) => nameOfKind(esp_type),
  },
  {
    name: 'sender',
    head: t('Sender'),
    width: 'minmax(160px, 1fr)',
    wide: true,
    cell: ({ default_sender }) => default_sender?.address,
  },
  {
    name: 'rate',
    head: t('Emails per second'),
    width: '150px',
    wide: true,
    figures: true,
    cell: ({ rate_per_second: rate }) => (rate === undefined ? '' : formatNumber(rate)),
  },
  {
    name: 'fallback',
    head: t('Failover'),
    width: '160px',
    wide: true,
    cell: ({ fallback }) => (fallback === undefined ? '' : (names.get(fallback) ?? fallback)),
  },
];

function AddDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <EspAccountForm
      title={t('Add ESP account')}
      action={t('Add')}
      onClose={onClose}
      send={(kind, draft) => createEspAccount(toCreateBody(kind, draft))}
      onSuccess={async ({ esp_account: { id, name, is_default } }) => {
        toast(
          is_default
            ? t('{name} added. It is the default account and is used for emails without an ESP account.', { name })
            : t('{name} added.', { name }),
        );
        await queries.invalidateQueries({ queryKey: espAccountsKey });
        await navigate({ to: '/esp_accounts/$id', params: { id } });
      }}
    />
  );
}
