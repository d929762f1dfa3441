import './webhooks.css';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { nextPageLoader, getRows } from '../../api/pages.js';
import { t, tn } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Secret } from '../../ui/secret.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import type { Webhook } from './queries.js';
import { createWebhook, webhooksKey, webhooksQuery } from './queries.js';
import { WebhookForm, WebhookState } from './webhook-form.js';

const example = { path: '/webhooks', body: { url: 'https://hooks.example.com/mail' } };

/** Endpoints that receive email events (docs/webhooks.md). */
export function WebhooksPage() {
  const why = useWhyNot('admin');
  const list = useInfiniteQuery({ ...webhooksQuery, enabled: why === undefined });
  const [isCreating, setCreating] = useState(false);
  const add = (
    <Button tone="primary" why={why} onClick={() => setCreating(true)}>
      {t('Add webhook')}
    </Button>
  );
  return (
    <Page title={t('Webhooks')} fill actions={add}>
      {why === undefined ? (
        <Loaded query={list}>
          {(data) => {
            const webhooks = getRows(data);
            return webhooks.length === 0 ? (
              <Empty example={example}>{t('No webhooks yet. Webhooks notify your server of email events.')}</Empty>
            ) : (
              <Table
                label={t('Webhooks')}
                rows={webhooks}
                columns={columns()}
                getKey={({ id }) => id}
                getHref={({ id }) => `/webhooks/${id}`}
                onEnd={nextPageLoader(list)}
              />
            );
          }}
        </Loaded>
      ) : (
        <Empty>{why}</Empty>
      )}
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

const columns = (): readonly Column<Webhook>[] => [
  { name: 'url', head: t('Address'), width: 'minmax(0, 3fr)', cell: ({ url }) => url },
  { name: 'state', head: t('Status'), width: '120px', cell: (webhook) => <WebhookState webhook={webhook} /> },
  {
    name: 'events',
    head: t('Events'),
    width: '120px',
    wide: true,
    cell: ({ events }) => (events.length === 0 ? t('all') : tn('{count} type', '{count} types', events.length)),
  },
  {
    name: 'description',
    head: t('Description'),
    width: 'minmax(0, 2fr)',
    wide: true,
    cell: ({ description }) => description,
  },
];

function CreateDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined)
    return (
      <Secret
        title={t('Webhook created')}
        secret={secret}
        onClose={onClose}
        advice={t('This secret signs every request (Standard Webhooks). Copy it now: it is shown only once.')}
      />
    );
  return (
    <WebhookForm
      title={t('Add webhook')}
      action={t('Add')}
      onClose={onClose}
      send={createWebhook}
      onSuccess={(created) => {
        setSecret(created.secret);
        return queries.invalidateQueries({ queryKey: webhooksKey });
      }}
    />
  );
}
