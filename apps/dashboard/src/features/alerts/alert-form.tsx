import { useInfiniteQuery } from '@tanstack/react-query';
import { getRows } from '../../api/pages.js';
import { currentLanguage, languages } from '../../i18n/language.js';
import { t } from '../../i18n/texts.js';
import { CheckField, Field, FormDialog, Select, TextArea, useRequestForm } from '../../ui/form.js';
import { webhooksQuery } from '../webhooks/queries.js';
import type { Draft } from './draft.js';
import { toBody, getSettings } from './draft.js';
import type { Alert, AlertBody, ChannelType, Condition } from './queries.js';

export const nameOfCondition = (condition: Condition): string =>
  ({
    bounce_rate: t('Bounce rate'),
    complaint_rate: t('Spam complaint rate'),
    esp_account_paused: t('ESP account paused'),
    no_sends: t('No email sent'),
    webhook_failing: t('Webhook failing'),
    weekly_report: t('Weekly report'),
  })[condition];

const conditions: readonly Condition[] = [
  'bounce_rate',
  'complaint_rate',
  'esp_account_paused',
  'no_sends',
  'webhook_failing',
  'weekly_report',
];

const describeCondition = (condition: Condition): string =>
  ({
    bounce_rate: t('Share of emails that bounced.'),
    complaint_rate: t('Share of emails that were reported as spam.'),
    esp_account_paused: t('An ESP account has not worked for two minutes.'),
    no_sends: t('Nothing was sent for the whole period.'),
    webhook_failing: t('Every attempt to reach a webhook failed for the whole period.'),
    weekly_report: t('The emails of the last seven days, compared with the week before.'),
  })[condition];

export const nameOfChannel = (type: ChannelType): string =>
  ({ email: t('Email'), webhook: t('Webhook'), slack: 'Slack' })[type];

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const hours = Array.from({ length: 24 }, (_each, hour) => String(hour));

export const nameOfWeekday = (weekday: (typeof weekdays)[number]): string =>
  // 1 January 2024 was a Monday.
  new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + weekdays.indexOf(weekday)),
  );

export const clockTime = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

type Props = {
  /** Absent for a new alert. */
  readonly alert?: Alert;
  readonly values: Draft;
  readonly title: string;
  readonly action: string;
  readonly send: (body: AlertBody) => Promise<unknown>;
  readonly onSuccess: () => unknown;
  readonly onClose: () => void;
};

export function AlertForm({ alert, values, title, action, send, onSuccess, onClose }: Props) {
  const form = useRequestForm<Draft, unknown>({ values, send: (draft) => send(toBody(draft)), onSuccess });
  const [condition, type, isQuiet] = form.watch(['condition', 'channel.type', 'isQuiet']);
  /** The defaults of the condition. */
  const pick = (picked: string) => {
    for (const [field, value] of Object.entries(getSettings(picked as Condition)))
      form.setValue(field as 'threshold', String(value));
  };
  const { threshold, minimum, window } = getSettings(condition);
  return (
    <FormDialog {...{ form, title, action, onClose }}>
      <Select
        label={t('Condition')}
        name="condition"
        autoFocus
        hint={describeCondition(condition)}
        options={conditions.map((each) => [each, nameOfCondition(each)])}
        onPick={pick}
      />
      {threshold !== undefined && (
        <Field label={t('Threshold (%)')} name="threshold" type="number" min={0.01} max={100} step="any" required />
      )}
      {minimum !== undefined && (
        <Field
          label={t('Minimum number of emails')}
          name="minimum"
          type="number"
          min={1}
          required
          hint={t('With fewer emails the alert does not fire.')}
        />
      )}
      {window !== undefined && (
        <Field label={t('Period (hours)')} name="window" type="number" min={1} max={168} required />
      )}
      {condition === 'weekly_report' && (
        <div className="alerts-times">
          <Select
            label={t('Weekday')}
            name="schedule.weekday"
            options={weekdays.map((each) => [each, nameOfWeekday(each)])}
          />
          <Select
            label={t('Hour')}
            name="schedule.hour"
            options={hours.map((hour) => [hour, clockTime(Number(hour))])}
          />
          <Field label={t('Time zone')} name="schedule.time_zone" required autoComplete="off" />
        </div>
      )}
      <Select
        label={t('Notify by')}
        name="channel.type"
        options={(['email', 'webhook', 'slack'] as const).map((each) => [each, nameOfChannel(each)])}
      />
      {type === 'email' && (
        <TextArea
          label={t('Addresses')}
          name="channel.addresses"
          rows={3}
          required
          hint={t('One per line, at most ten.')}
        />
      )}
      {type === 'webhook' && <WebhookSelect />}
      {type === 'slack' && (
        <Field
          label={t('Address')}
          name="channel.webhook_url"
          inputMode="url"
          autoComplete="off"
          required={alert?.channel.type !== 'slack'}
          hint={
            alert?.channel.type === 'slack'
              ? t('Leave empty to keep the current URL at {host}.', { host: alert.channel.host ?? '' })
              : t('The incoming webhook URL from Slack.')
          }
        />
      )}
      <CheckField label={t('Quiet hours')} name="isQuiet" />
      {isQuiet && (
        <div className="alerts-times">
          <Field label={t('From')} name="quiet_hours.from" type="time" required />
          <Field label={t('Until')} name="quiet_hours.to" type="time" required />
          <Field label={t('Time zone')} name="quiet_hours.time_zone" required autoComplete="off" />
        </div>
      )}
      <Field label={t('Name')} name="name" maxLength={100} hint={t('Optional')} autoComplete="off" />
      <Select label={t('Language of notifications')} name="language" options={Object.entries(languages)} />
    </FormDialog>
  );
}

/** The webhooks of the account. The first option is empty, so that the user chooses one. */
function WebhookSelect() {
  const { data } = useInfiniteQuery(webhooksQuery);
  const webhooks = data ? getRows(data) : [];
  return (
    <Select
      label={t('Webhook')}
      name="channel.webhook"
      required
      hint={webhooks.length === 0 ? t('Add a webhook first.') : undefined}
      options={[['', ''], ...webhooks.map(({ id, url }) => [id, url] as const)]}
    />
  );
}
