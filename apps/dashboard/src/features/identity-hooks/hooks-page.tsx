import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { CheckField, Field, FormDialog, Select, useRequestForm } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Secret } from '../../ui/secret.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import type { Hook, HookKind } from './queries.js';
import { createHook, hasReadyTemplates, hooksKey, hooksQuery, kindsQuery } from './queries.js';

/** URLs for the email of identity providers (docs/guides/identity.md). */
export function IdentityHooksPage() {
  const why = useWhyNot('admin');
  const list = useQuery({ ...hooksQuery, enabled: why === undefined });
  const kinds = useQuery(kindsQuery);
  const [isCreating, setCreating] = useState(false);
  const getProvider = ({ kind }: Hook) => kinds.data?.find((each) => each.kind === kind)?.provider ?? kind;
  const add = (
    <Button tone="primary" why={why} disabled={kinds.data === undefined} onClick={() => setCreating(true)}>
      {t('Add identity hook')}
    </Button>
  );
  return (
    <Page title={t('Identity hooks')} fill actions={add}>
      {why === undefined ? (
        <Loaded query={list}>
          {(hooks) =>
            hooks.length === 0 ? (
              <Empty>
                {t(
                  'No identity hooks yet. With one, Supabase, Auth0, Logto or Clerk sends its emails through Postrider.',
                )}
              </Empty>
            ) : (
              <Table
                label={t('Identity hooks')}
                rows={hooks}
                columns={columns(getProvider)}
                getKey={({ id }) => id}
                getHref={({ id }) => `/identity_hooks/${id}`}
              />
            )
          }
        </Loaded>
      ) : (
        <Empty>{why}</Empty>
      )}
      {isCreating && kinds.data && <CreateDialog kinds={kinds.data} onClose={() => setCreating(false)} />}
    </Page>
  );
}

const columns = (getProvider: (hook: Hook) => string): readonly Column<Hook>[] => [
  { name: 'name', head: t('Name'), width: 'minmax(0, 2fr)', cell: ({ name }) => name },
  { name: 'kind', head: t('Provider'), width: '120px', cell: getProvider },
  { name: 'state', head: t('Last call'), width: '140px', cell: (hook) => <LastCall hook={hook} /> },
  {
    name: 'mode',
    head: t('Mode'),
    width: '80px',
    wide: true,
    cell: ({ mode }) => (mode === 'test' ? t('Test') : t('Live')),
  },
];

const LastCall = ({ hook: { last_call, last_error } }: { hook: Hook }) => {
  if (last_call === undefined) return <Badge>{t('Not called yet')}</Badge>;
  return last_error === undefined ? <Time at={last_call} /> : <Badge tone="bad">{t('Rejected')}</Badge>;
};

/** `https://abcdefgh.supabase.co` */
const emptyUrl = 'https://';

function CreateDialog({ kinds, onClose }: { kinds: readonly HookKind[]; onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [created, setCreated] = useState<{ readonly id: string; readonly secret: string }>();
  const form = useRequestForm({
    values: { kind: kinds[0]!.kind, name: '', project_url: emptyUrl, isReady: true },
    send: ({ kind, name, project_url, isReady }) => {
      const chosen = kinds.find((each) => each.kind === kind)!;
      const body = { kind, name, ...(kind === 'supabase' && { project_url }) };
      return createHook(chosen, body, isReady && hasReadyTemplates(chosen));
    },
    onSuccess: async ({ identity_hook: { id, kind }, secret }) => {
      await queries.invalidateQueries({ queryKey: hooksKey });
      // Clerk generates the secret.
      if (kind === 'clerk') await navigate({ to: '/identity_hooks/$id', params: { id } });
      else setCreated({ id, secret });
    },
  });
  const kind = kinds.find((each) => each.kind === form.watch('kind'));
  if (created)
    return (
      <Secret
        title={t('Identity hook created')}
        secret={created.secret}
        onClose={() => void navigate({ to: '/identity_hooks/$id', params: { id: created.id } })}
        advice={t('The provider needs this secret. Copy it now: it is shown only once. The next page has the steps.')}
      />
    );
  return (
    <FormDialog {...{ form, onClose }} title={t('Add identity hook')} action={t('Add')}>
      <Select label={t('Provider')} name="kind" options={kinds.map((each) => [each.kind, each.provider])} />
      <Field label={t('Name')} name="name" required autoFocus autoComplete="off" />
      {kind?.kind === 'supabase' && (
        <Field
          label={t('Project URL')}
          name="project_url"
          inputMode="url"
          required
          autoComplete="off"
          hint={t('Links in emails point to this URL, such as https://abcdefgh.supabase.co.')}
        />
      )}
      {kind && hasReadyTemplates(kind) ? (
        <CheckField label={t('Install the starter templates in eight languages')} name="isReady" />
      ) : (
        <p className="muted">{t('The email of the provider is sent as it is, unless you choose a template.')}</p>
      )}
    </FormDialog>
  );
}
