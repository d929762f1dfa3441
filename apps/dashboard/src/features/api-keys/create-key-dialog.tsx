import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../i18n/texts.js';
import { Choices, Field, FormDialog, Select, useRequestForm } from '../../ui/form.js';
import { Secret } from '../../ui/secret.js';
import { apiKeysQuery, createKey } from './queries.js';

const scopes = ['send', 'read', 'manage'] as const;
type Scope = (typeof scopes)[number];

export const nameOfScope = (scope: Scope): string => ({ send: t('send'), read: t('read'), manage: t('manage') })[scope];

const meaningOfScope = (scope: Scope): string =>
  ({
    send: t('Send, resend and cancel mail, record conversions, start and stop drip campaigns for a person'),
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

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
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
        title={t('{name} is ready', { name: variables.name })}
        secret={created.api_key.secret}
        onClose={onClose}
        advice={t('Copy it now: it is shown this once. A program gives it as the user name of Basic authentication.')}
      />
    );
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t('Create a key')}
      action={t('Create')}
      disabled={form.watch('scopes').length === 0}
    >
      <Field
        label={t('Name')}
        name="name"
        required
        autoFocus
        autoComplete="off"
        hint={t('What uses it, such as "shop".')}
      />
      <Select
        label={t('Kind')}
        name="kind"
        hint={t('A test key does everything but send: its mails end as sent without leaving.')}
        options={[
          ['live', t('Live')],
          ['test', t('Test')],
        ]}
      />
      <fieldset className="stack">
        <legend className="ui-field-label">{t('It may')}</legend>
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
      <Select label={t('Ends')} name="expires" options={lifetimes()} />
    </FormDialog>
  );
}
