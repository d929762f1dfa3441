import type { EspField } from '@postrider/esp-kinds';
import { kindOf } from '@postrider/esp-kinds';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentence } from '../../i18n/language.js';
import { t } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { Checkbox } from '../../ui/checkbox.js';
import { Failure } from '../../ui/failure.js';
import { Field, Select } from '../../ui/field.js';
import { ConnectionTest } from './connection-test.js';
import type { Draft, Kind } from './draft.js';
import { draftOf, nameOfKind, offered, trialOf, webhookFieldsOf } from './draft.js';
import type { EspAccount } from './queries.js';
import { espAccountsQuery, tryEspAccount } from './queries.js';

type Saving = {
  readonly mutate: (made: { readonly kind: Kind; readonly draft: Draft }) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
};
type Props = {
  readonly account?: EspAccount;
  readonly saving: Saving;
  readonly action: string;
  readonly onCancel: () => void;
};

/** A form for each type: what it is logged in with, and what else it can say. */
export function EspAccountForm({ account, saving, action, onCancel }: Props) {
  const [kind, setKind] = useState<Kind>(account?.esp_type ?? offered[0]!);
  const [draft, setDraft] = useState(() => draftOf(kind, account));
  const { data: accounts = [] } = useQuery(espAccountsQuery);
  const { credentials, options, webhook } = kindOf(kind);
  const field = (name: string) => ({
    name,
    value: draft[name] ?? '',
    onChange: (value: string) => setDraft({ ...draft, [name]: value }),
    failure: saving.error,
  });
  return (
    <form
      className="stack esp-form"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate({ kind, draft });
      }}
    >
      {!account && (
        <Select
          label={t('Provider')}
          name="esp_type"
          value={kind}
          onChange={(chosen) => {
            setKind(chosen as Kind);
            setDraft({ ...draftOf(chosen as Kind), name: draft['name'] ?? '' });
          }}
        >
          {offered.map((each) => (
            <option key={each} value={each}>
              {nameOfKind(each)}
            </option>
          ))}
        </Select>
      )}
      <Field label={t('Name')} required autoFocus hint={t('For people, such as "Invoices".')} {...field('name')} />
      <fieldset className="stack">
        <legend>{t('Log-in')}</legend>
        {account && <p className="muted">{t('What is stored is never shown. Left as it is, it stays.')}</p>}
        {Object.entries(credentials).map(([name, each]) => (
          <KindInput key={name} of={each} required={!account && !each.mayBeEmpty} {...field(`credentials.${name}`)} />
        ))}
      </fieldset>
      <fieldset className="stack">
        <legend>{t('Sender of mail that names none')}</legend>
        <Field label={t('Address')} inputMode="email" {...field('default_sender.address')} />
        <Field label={t('Name shown')} {...field('default_sender.name')} />
        <Field label={t('Replies to')} inputMode="email" {...field('default_sender.reply_to')} />
      </fieldset>
      <fieldset className="stack">
        <legend>{t('Sending')}</legend>
        <Field
          label={t('Mails a second at most')}
          type="number"
          min="0"
          step="any"
          hint={t('All processes together. Empty: as fast as the provider takes them.')}
          {...field('rate_per_second')}
        />
        <Select label={t('Takes over while this one fails')} {...field('fallback')}>
          <option value="">{t('None: mail waits')}</option>
          {accounts
            .filter(({ id }) => id !== account?.id)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </Select>
        {options.includes('region') && (
          <Select label={t('Region')} {...field('region')}>
            <option value="">US</option>
            <option value="eu">EU</option>
          </Select>
        )}
        {options.includes('configuration_set') && (
          <Field
            label={t('Configuration set')}
            hint={t('Its event destinations report.')}
            {...field('configuration_set')}
          />
        )}
        {options.includes('bounces') && (
          <Switch label={t('What cannot be delivered comes back to Postrider')} {...field('bounces')} />
        )}
        {options.includes('tracking') && (
          <Switch label={t('The provider tracks opens and clicks, not Postrider')} {...field('tracking')} />
        )}
      </fieldset>
      {webhook && (
        <fieldset className="stack">
          <legend>{t('Reports of the provider')}</legend>
          <p className="muted">{t('What they are verified by. Their address is on the page of the account.')}</p>
          {Object.entries(webhookFieldsOf(kind)).map(([name, each]) => (
            <KindInput key={name} of={each} {...field(`webhook.${name}`)} />
          ))}
        </fieldset>
      )}
      {!account && <ConnectionTest key={kind} run={() => tryEspAccount(trialOf(kind, draft))} />}
      {saving.error && <Failure error={saving.error} />}
      <div className="ui-dialog-actions">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button type="submit" tone="primary" busy={saving.isPending}>
          {action}
        </Button>
      </div>
    </form>
  );
}

type InputProps = {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly failure: Error | null;
};

const KindInput = ({
  of: { label, is },
  required = false,
  ...rest
}: InputProps & { of: EspField; required?: boolean }) =>
  is === 'boolean' ? (
    <Switch label={sentence(label)} {...rest} />
  ) : (
    <Field
      label={sentence(label)}
      type={is === 'port' ? 'number' : (is ?? 'text')}
      autoComplete={is === 'password' ? 'new-password' : 'off'}
      required={required}
      {...rest}
    />
  );

const Switch = ({ label, value, onChange }: Pick<InputProps, 'value' | 'onChange'> & { label: string }) => (
  <Checkbox label={label} checked={value === 'true'} onChange={(on) => onChange(String(on))} />
);
