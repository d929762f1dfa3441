import './identity-hooks.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { rich } from '../../i18n/rich.js';
import { t } from '../../i18n/texts.js';
import { Badge } from '../../ui/badge.js';
import { Button, IconButton } from '../../ui/button.js';
import { useSaveWithConflictCheck } from '../../ui/save-with-conflict-check.js';
import { Field, FormDialog, useRequestForm } from '../../ui/form.js';
import { Id } from '../../ui/id.js';
import { Loaded } from '../../ui/loaded.js';
import { Menu } from '../../ui/menu.js';
import { Page } from '../../ui/page.js';
import { SecretRotation } from '../../ui/secret.js';
import { Time } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import { Removal } from '../../ui/typed-confirmation.js';
import { useTemplateNames } from '../drip-campaigns/queries.js';
import { getActions, HookForm, nameOfOther } from './hook-form.js';
import { ProviderSteps } from './provider-steps.js';
import type { Hook, HookKind } from './queries.js';
import {
  toContent,
  deleteHook,
  hookQuery,
  hooksKey,
  kindsQuery,
  readHook,
  rotateHookSecret,
  setReadyTemplates,
  updateHook,
} from './queries.js';

const route = getRouteApi('/shell/identity_hooks/$id');

export function IdentityHookPage() {
  const { id } = route.useParams();
  const query = useQuery(hookQuery(id));
  const hook = query.data;
  const kind = useQuery(kindsQuery).data?.find((each) => each.kind === hook?.kind);
  const [shown, show] = useState<'edit' | 'secret' | 'delete'>();
  const close = () => show(undefined);
  return (
    <Page
      title={hook?.name ?? t('Identity hook')}
      back={{ to: '/identity_hooks', label: t('Identity hooks') }}
      marks={hook?.mode === 'test' && <Badge>{t('Test')}</Badge>}
      actions={
        hook &&
        kind && (
          <>
            {hook.kind === 'clerk' && <Button onClick={() => show('secret')}>{t('Enter signing secret')}</Button>}
            <Button onClick={() => show('edit')}>{t('Edit')}</Button>
            <Menu
              trigger={<IconButton icon="more" label={t('More')} />}
              items={[
                ...(hook.kind === 'clerk' ? [] : [{ label: t('Rotate secret'), onSelect: () => show('secret') }]),
                { label: t('Delete'), danger: true, onSelect: () => show('delete') },
              ]}
            />
          </>
        )
      }
    >
      <Loaded query={query}>
        {(found) => (
          <div className="stack">
            <LastCall hook={found} />
            <Facts hook={found} provider={kind?.provider ?? found.kind} />
            <ProviderSteps hook={found} />
            {kind && <Templates hook={found} kind={kind} />}
            {shown === 'edit' && kind && <EditDialog hook={found} kind={kind} onClose={close} />}
            {shown === 'secret' && found.kind === 'clerk' && <SigningSecretDialog hookId={id} onClose={close} />}
            {shown === 'secret' && found.kind !== 'clerk' && (
              <SecretRotation
                consequence={t(
                  'The current secret expires in 24 hours. Enter the new one at the provider before that.',
                )}
                rotate={() => rotateHookSecret(id)}
                queryKey={hooksKey}
                onClose={close}
              />
            )}
            {shown === 'delete' && <DeleteDialog hook={found} onClose={close} />}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function LastCall({ hook: { last_call, last_error } }: { hook: Hook }) {
  if (last_call === undefined) return <p className="muted">{t('The provider has not called yet.')}</p>;
  if (last_error === undefined) return <p>{rich('Last call: {when}', { when: <Time at={last_call} precise /> })}</p>;
  return (
    <div className="ui-failure" role="status">
      <p>{rich('The last call was rejected: {when}', { when: <Time at={last_call} precise /> })}</p>
      <p>{last_error}</p>
    </div>
  );
}

const Facts = ({ hook, provider }: { hook: Hook; provider: string }) => (
  <dl className="hooks-facts">
    <dt>{t('Provider')}</dt>
    <dd>{provider}</dd>
    {hook.project_url !== undefined && (
      <>
        <dt>{t('Project URL')}</dt>
        <dd>{hook.project_url}</dd>
      </>
    )}
    <dt>{t('Created')}</dt>
    <dd>
      <Time at={hook.created} /> <Id id={hook.id} />
    </dd>
    {hook.old_secret_until !== undefined && (
      <>
        <dt>{t('Old secret valid until')}</dt>
        <dd>
          <Time at={hook.old_secret_until} precise />
        </dd>
      </>
    )}
  </dl>
);

function Templates({ hook, kind }: { hook: Hook; kind: HookKind }) {
  const queries = useQueryClient();
  const installing = useMutation({
    mutationFn: () => setReadyTemplates(hook.id, kind),
    onSuccess: () => toast(t('Starter templates installed.')),
    onSettled: () => queries.invalidateQueries({ queryKey: hooksKey }),
  });
  const { templates, default_template, other_actions } = hook;
  const getName = useTemplateNames([...Object.values(templates), ...(default_template ? [default_template] : [])]);
  return (
    <section className="hooks-templates">
      <div className="row">
        <h2>{t('Templates')}</h2>
        {kind.actions.some(({ action, ready_template }) => ready_template && !(action in templates)) && (
          <Button busy={installing.isPending} onClick={() => installing.mutate()}>
            {t('Install the starter templates')}
          </Button>
        )}
      </div>
      <dl className="hooks-facts">
        {getActions(hook, kind).map((action) => (
          <Action key={action} action={action} template={templates[action]} getName={getName} />
        ))}
        <dt>{t('Actions without a template')}</dt>
        <dd>
          {nameOfOther(other_actions)}
          {default_template !== undefined && ` (${getName(default_template)})`}
        </dd>
      </dl>
    </section>
  );
}

type ActionProps = {
  readonly action: string;
  readonly template: string | undefined;
  readonly getName: (id: string) => string;
};

const Action = ({ action, template, getName }: ActionProps) => (
  <>
    <dt>
      <code>{action}</code>
    </dt>
    <dd>
      {template === undefined ? (
        <span className="muted">{t('None')}</span>
      ) : (
        <Link to="/templates/$templateId" params={{ templateId: template }}>
          {getName(template)}
        </Link>
      )}
    </dd>
  </>
);

const getLabel = (name: string): string =>
  ({
    name: t('Name'),
    project_url: t('Project URL'),
    templates: t('Templates'),
    other_actions: t('Actions without a template'),
    default_template: t('Default template'),
  })[name] ?? name;

function EditDialog({ hook, kind, onClose }: { hook: Hook; kind: HookKind; onClose: () => void }) {
  const queries = useQueryClient();
  // The hook can be refetched while the dialog is open.
  const [loaded] = useState(hook);
  const change = useSaveWithConflictCheck({
    loaded: toContent(loaded),
    read: async () => toContent(await readHook(hook.id)),
    write: (_changed, all) => updateHook(hook.id, all),
    getLabel,
  });
  return (
    <HookForm
      hook={loaded}
      kind={kind}
      send={change}
      onClose={onClose}
      onSuccess={() => {
        onClose();
        return queries.invalidateQueries({ queryKey: hooksKey });
      }}
    />
  );
}

/** Clerk generates the secret. */
function SigningSecretDialog({ hookId, onClose }: { hookId: string; onClose: () => void }) {
  const queries = useQueryClient();
  const form = useRequestForm({
    values: { secret: '' },
    send: ({ secret }) => rotateHookSecret(hookId, secret.trim()),
    onSuccess: () => {
      toast(t('Signing secret saved.'));
      onClose();
      return queries.invalidateQueries({ queryKey: hooksKey });
    },
  });
  return (
    <FormDialog {...{ form, onClose }} title={t('Enter signing secret')} action={t('Save')}>
      <Field label={t('Signing secret')} name="secret" placeholder="whsec_…" required autoFocus autoComplete="off" />
    </FormDialog>
  );
}

const DeleteDialog = ({ hook: { id, name }, onClose }: { hook: Hook; onClose: () => void }) => (
  <Removal
    title={t('Delete identity hook')}
    consequence={t("The provider's requests will be rejected, and its emails will no longer be sent.")}
    word={name}
    remove={() => deleteHook(id)}
    done={t('Identity hook {name} deleted.', { name })}
    list={{ to: '/identity_hooks', key: hooksKey }}
    onClose={onClose}
  />
);
