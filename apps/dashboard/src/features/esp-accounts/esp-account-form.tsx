import type { EspField } from '@postrider/esp-kinds';
import { getEspKind } from '@postrider/esp-kinds';
import { useMutation, useQuery } from '@tanstack/react-query';
import { sentence } from '../../i18n/language.js';
import { t } from '../../i18n/texts.js';
import { CheckField, Field, FormDialog, Select, useRequestForm } from '../../ui/form.js';
import type { Draft, Kind } from './draft.js';
import { toDraft, nameOfKind, offered, toTestBody, getWebhookFields } from './draft.js';
import type { EspAccount } from './queries.js';
import { espAccountsQuery, tryEspAccount } from './queries.js';
import type { components } from '@postrider/client';
import type { Tone } from '../../ui/badge.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Failure } from '../../ui/failure.js';

type Test = components['schemas']['EspAccountTest'];
type TestProps = { readonly run: () => Promise<{ readonly test: Test }>; readonly why?: string | undefined };

const toBadge = (outcome: Test['outcome']): { tone: Tone; word: string } =>
  ({
    works: { tone: 'ok' as const, word: t('Connection works') },
    fails: { tone: 'bad' as const, word: t('Connection failed') },
    unknown: { tone: 'warn' as const, word: t('Unknown until an email is sent') },
  })[outcome];

/** Tests an account without sending an email and shows the provider's response (docs/providers.md#test-an-account). */
export function ConnectionTest({ run, why }: TestProps) {
  const testing = useMutation({ mutationFn: run, meta: { showsFailure: true } });
  const test = testing.data?.test;
  return (
    <div className="esp-test">
      <Button why={why} busy={testing.isPending} onClick={() => testing.mutate()}>
        {t('Test connection')}
      </Button>
      <div className="esp-test-result" role="status">
        {test && !testing.isPending && (
          <>
            <Badge tone={toBadge(test.outcome).tone}>{toBadge(test.outcome).word}</Badge>
            <p className="esp-test-answer">{test.answer}</p>
            <p className="muted">{test.tried}</p>
          </>
        )}
      </div>
      {testing.error && <Failure error={testing.error} />}
    </div>
  );
}

type Props<Sent> = {
  readonly account?: EspAccount;
  readonly title: string;
  readonly action: string;
  readonly send: (kind: Kind, draft: Draft) => Promise<Sent>;
  readonly onSuccess: (sent: Sent) => unknown;
  readonly onClose: () => void;
};

/** The credentials and options of each provider. */
export function EspAccountForm<Sent>({ account, title, action, send, onSuccess, onClose }: Props<Sent>) {
  const first = account?.esp_type ?? offered[0]!;
  const form = useRequestForm({
    values: { esp_type: first, ...toDraft(first, account) },
    send: ({ esp_type, ...draft }) => send(esp_type, draft),
    onSuccess,
  });
  const kind = form.watch('esp_type');
  const { data: accounts } = useQuery(espAccountsQuery);
  const { credentials, options, webhook } = getEspKind(kind);
  return (
    <FormDialog
      {...{ form, title, action, onClose }}
      {...(accounts?.length === 0 && {
        description: t('The first account becomes the default. It is used for emails without an ESP account.'),
      })}
      wide
      className="stack esp-form"
    >
      {!account && (
        <Select
          label={t('Provider')}
          name="esp_type"
          options={offered.map((each) => [each, nameOfKind(each)])}
          onPick={(value) => {
            const chosen = value as Kind;
            form.reset({ ...toDraft(chosen), esp_type: chosen, name: form.getValues('name') });
          }}
        />
      )}
      <Field label={t('Name')} name="name" required autoFocus hint={t('For example "Invoices".')} />
      <fieldset className="stack">
        <legend>{t('Credentials')}</legend>
        {account && (
          <p className="muted">{t('Stored credentials are never shown. Leave the fields unchanged to keep them.')}</p>
        )}
        {Object.entries(credentials).map(([name, each]) => (
          <KindInput key={name} of={each} name={`credentials.${name}`} required={!account && !each.mayBeEmpty} />
        ))}
      </fieldset>
      <fieldset className="stack">
        <legend>{t('Default sender')}</legend>
        <Field label={t('Address')} name="default_sender.address" inputMode="email" />
        <Field label={t('From name')} name="default_sender.name" />
        <Field label={t('Reply-to')} name="default_sender.reply_to" inputMode="email" />
      </fieldset>
      <fieldset className="stack">
        <legend>{t('Sending')}</legend>
        <Field
          label={t('Emails per second (at most)')}
          name="rate_per_second"
          type="number"
          min="0"
          step="any"
          hint={t('Leave empty for no limit.')}
        />
        <Select
          label={t('Failover account')}
          name="fallback"
          options={[
            ['', t('None (keep queued)')],
            ...(accounts ?? []).filter(({ id }) => id !== account?.id).map(({ id, name }) => [id, name] as const),
          ]}
        />
        {options.includes('region') && (
          <Select
            label={t('Region')}
            name="region"
            options={[
              ['', 'US'],
              ['eu', 'EU'],
            ]}
          />
        )}
        {options.includes('configuration_set') && (
          <Field
            label={t('Configuration set')}
            name="configuration_set"
            hint={t('Its event destinations report deliveries, bounces and complaints.')}
          />
        )}
        {options.includes('bounces') && <CheckField label={t('Receive bounce messages in Postrider')} name="bounces" />}
        {options.includes('tracking') && <CheckField label={t('Provider tracks opens and clicks')} name="tracking" />}
      </fieldset>
      {webhook && (
        <fieldset className="stack">
          <legend>{t('Provider webhooks')}</legend>
          <p className="muted">
            {t("Used to verify the provider's events. The webhook URL is on the page of the account.")}
          </p>
          {Object.entries(getWebhookFields(kind)).map(([name, each]) => (
            <KindInput key={name} of={each} name={`webhook.${name}`} />
          ))}
        </fieldset>
      )}
      {!account && <ConnectionTest key={kind} run={() => tryEspAccount(toTestBody(kind, form.getValues()))} />}
    </FormDialog>
  );
}

type InputProps = { readonly of: EspField; readonly name: string; readonly required?: boolean };

const KindInput = ({ of: { label, is }, name, required = false }: InputProps) =>
  is === 'boolean' ? (
    <CheckField label={sentence(label)} name={name} />
  ) : (
    <Field
      label={sentence(label)}
      name={name}
      type={is === 'port' ? 'number' : (is ?? 'text')}
      autoComplete={is === 'password' ? 'new-password' : 'off'}
      required={required}
    />
  );
