import './webhooks.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t, tn } from '../../i18n/texts.js';
import { Button, IconButton } from '../../ui/button.js';
import { useSaveWithConflictCheck } from '../../ui/save-with-conflict-check.js';
import { Id } from '../../ui/id.js';
import { Loaded } from '../../ui/loaded.js';
import { Menu } from '../../ui/menu.js';
import { Page } from '../../ui/page.js';
import { Removal } from '../../ui/typed-confirmation.js';
import { SecretRotation } from '../../ui/secret.js';
import { Time } from '../../ui/time.js';
import { Attempts } from './attempts.js';
import type { EventType, Webhook } from './queries.js';
import {
  toContent,
  deleteWebhook,
  endOfMinute,
  eventTypes,
  formatMinute,
  readWebhook,
  replay,
  rotateSecret,
  startOfMinute,
  setWebhookEnabled,
  testWebhook,
  updateWebhook,
  webhookQuery,
  webhooksKey,
} from './queries.js';
import { WebhookForm, WebhookState, WebhookProblem } from './webhook-form.js';
import { toast } from '../../ui/toasts.js';
import { Field, FormDialog, useRequestForm } from '../../ui/form.js';

const hourMs = 3_600_000;

function ReplayDialog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const queries = useQueryClient();
  const [values] = useState(() => ({
    since: formatMinute(new Date(Date.now() - hourMs)),
    until: formatMinute(new Date()),
  }));
  const form = useRequestForm({
    values,
    send: ({ since, until }) => replay(webhookId, { since: startOfMinute(since), until: endOfMinute(until) }),
    onSuccess: (count) => {
      toast(tn('{count} event replayed.', '{count} events replayed.', count));
      onClose();
      return queries.invalidateQueries({ queryKey: [...webhooksKey, webhookId] });
    },
  });
  const [since, until] = form.watch(['since', 'until']);
  const nothing = endOfMinute(until) <= startOfMinute(since) ? t('The end must be after the start.') : undefined;
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t('Replay events')}
      description={t('Sends the events of this period again with the same IDs, so that receivers can skip duplicates.')}
      action={t('Replay')}
      why={nothing}
    >
      <Field label={t('From')} name="since" type="datetime-local" required />
      <Field label={t('Until')} name="until" type="datetime-local" required error={nothing} />
    </FormDialog>
  );
}

/** Posts an example event. Its result appears in the attempts below. */
function TestButton({ webhook: { id } }: { webhook: Webhook }) {
  const queries = useQueryClient();
  const testing = useMutation({
    mutationFn: (type: EventType) => testWebhook(id, type),
    onSuccess: () => {
      toast(t('Test event sent. The attempt appears below.'));
      return queries.invalidateQueries({ queryKey: [...webhooksKey, id] });
    },
  });
  return (
    <Menu
      trigger={<Button busy={testing.isPending}>{t('Test')}</Button>}
      items={[
        { heading: t('Send test event') },
        ...eventTypes.map((type) => ({ label: type, onSelect: () => testing.mutate(type) })),
      ]}
    />
  );
}

const route = getRouteApi('/shell/webhooks/$id');

export function WebhookPage() {
  const { id } = route.useParams();
  const query = useQuery(webhookQuery(id));
  const [shown, show] = useState<'edit' | 'delete' | 'replay' | 'secret'>();
  const close = () => show(undefined);
  const webhook = query.data;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const switching = useMutation({
    mutationFn: (enabled: boolean) => setWebhookEnabled(id, enabled),
    onSettled: () => queries.invalidateQueries({ queryKey: webhooksKey }),
  });
  return (
    <Page
      title={webhook ? new URL(webhook.url).host : t('Webhook')}
      back={{ to: '/webhooks', label: t('Webhooks') }}
      fill
      marks={webhook && <WebhookState webhook={webhook} />}
      actions={
        webhook && (
          <>
            <TestButton webhook={webhook} />
            <Button busy={switching.isPending} onClick={() => switching.mutate(!webhook.enabled)}>
              {webhook.enabled ? t('Disable') : t('Enable')}
            </Button>
            <Menu
              trigger={<IconButton icon="more" label={t('More')} />}
              items={[
                { label: t('Edit'), onSelect: () => show('edit') },
                { label: t('Replay events'), onSelect: () => show('replay') },
                { label: t('Rotate secret'), onSelect: () => show('secret') },
                { label: t('Audit log'), onSelect: () => void navigate({ to: '/audit', search: { object: id } }) },
                'line',
                { label: t('Delete'), danger: true, onSelect: () => show('delete') },
              ]}
            />
          </>
        )
      }
    >
      <Loaded query={query}>
        {(found) => (
          <>
            <WebhookProblem webhook={found} />
            <Properties webhook={found} />
            <Attempts webhookId={id} />
            {shown === 'edit' && <EditDialog webhook={found} onClose={close} />}
            {shown === 'replay' && <ReplayDialog webhookId={id} onClose={close} />}
            {shown === 'secret' && (
              <SecretRotation
                consequence={t('The current secret expires in 24 hours. Until then every request has both signatures.')}
                rotate={() => rotateSecret(id)}
                queryKey={webhooksKey}
                onClose={close}
              />
            )}
            {shown === 'delete' && <DeleteDialog webhook={found} onClose={close} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

const Properties = ({ webhook: { id, url, events, description, created, old_secret_until } }: { webhook: Webhook }) => (
  <dl className="webhooks-facts">
    <dt>{t('Address')}</dt>
    <dd>{url}</dd>
    {description !== '' && (
      <>
        <dt>{t('Description')}</dt>
        <dd>{description}</dd>
      </>
    )}
    <dt>{t('Events')}</dt>
    <dd>{events.length === 0 ? t('all') : events.join(', ')}</dd>
    <dt>{t('Created')}</dt>
    <dd>
      <Time at={created} /> <Id id={id} />
    </dd>
    {old_secret_until !== undefined && (
      <>
        <dt>{t('Old secret valid until')}</dt>
        <dd>
          <Time at={old_secret_until} precise />
        </dd>
      </>
    )}
  </dl>
);

const getLabel = (name: string): string =>
  ({ url: t('Address'), description: t('Description'), events: t('Events') })[name] ?? name;

function EditDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id } = webhook;
  const queries = useQueryClient();
  const change = useSaveWithConflictCheck({
    loaded: toContent(webhook),
    read: async () => toContent(await readWebhook(id)),
    write: (_changed, all) => updateWebhook(id, all),
    getLabel,
  });
  return (
    <WebhookForm
      webhook={webhook}
      title={t('Edit webhook')}
      action={t('Save')}
      onClose={onClose}
      send={change}
      onSuccess={() => {
        onClose();
        return queries.invalidateQueries({ queryKey: webhooksKey });
      }}
    />
  );
}

function DeleteDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { host } = new URL(url);
  return (
    <Removal
      title={t('Delete webhook')}
      consequence={t('Drops pending events and deletes the attempts.')}
      word={host}
      remove={() => deleteWebhook(id)}
      done={t('Webhook {host} deleted.', { host })}
      list={{ to: '/webhooks', key: webhooksKey }}
      onClose={onClose}
    />
  );
}
