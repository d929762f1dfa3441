import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { Checkbox } from '../../ui/checkbox.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Failure } from '../../ui/failure.js';
import { Field, Select } from '../../ui/field.js';
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
  const [name, setName] = useState('');
  const [kind, setKind] = useState<'live' | 'test'>('live');
  const [chosen, choose] = useState<readonly Scope[]>(['send', 'read']);
  const [days, setDays] = useState('');
  const creating = useMutation({
    mutationFn: () =>
      createKey({
        name,
        kind,
        ...(chosen.length === scopes.length ? {} : { scopes: [...chosen] }),
        ...(days === '' ? {} : { expires: Math.floor(Date.now() / 1000) + Number(days) * daySeconds }),
      }),
    meta: { showsFailure: true },
    onSuccess: () => queries.invalidateQueries(apiKeysQuery),
  });
  if (creating.data)
    return (
      <Secret
        title={t('{name} is ready', { name })}
        secret={creating.data.api_key.secret}
        onClose={onClose}
        advice={t('Copy it now: it is shown this once. A program gives it as the user name of Basic authentication.')}
      />
    );
  return (
    <Dialog open onClose={onClose} title={t('Create a key')}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          creating.mutate();
        }}
      >
        <Field
          label={t('Name')}
          name="name"
          required
          autoFocus
          autoComplete="off"
          hint={t('What uses it, such as "shop".')}
          value={name}
          onChange={setName}
          failure={creating.error}
        />
        <Select
          label={t('Kind')}
          name="kind"
          hint={t('A test key does everything but send: its mails end as sent without leaving.')}
          value={kind}
          onChange={(value) => setKind(value as 'live' | 'test')}
        >
          <option value="live">{t('Live')}</option>
          <option value="test">{t('Test')}</option>
        </Select>
        <fieldset className="stack">
          <legend className="ui-field-label">{t('It may')}</legend>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              label={
                <>
                  <strong>{nameOfScope(scope)}</strong> <span className="muted">{meaningOfScope(scope)}</span>
                </>
              }
              checked={chosen.includes(scope)}
              onChange={(on) => choose(scopes.filter((each) => (each === scope ? on : chosen.includes(each))))}
            />
          ))}
        </fieldset>
        <Select label={t('Ends')} name="expires" value={days} onChange={setDays}>
          {lifetimes().map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {creating.error && <Failure error={creating.error} />}
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" tone="primary" busy={creating.isPending} disabled={chosen.length === 0}>
            {t('Create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
