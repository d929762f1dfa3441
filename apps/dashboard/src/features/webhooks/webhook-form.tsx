import { t, tn } from '../../i18n/texts.js';
import { CheckField, Choices, Field, FormDialog, Select, useRequestForm } from '../../ui/form.js';
import type { EventType, Webhook, WebhookContent } from './queries.js';
import { eventTypes } from './queries.js';
import { Badge } from '../../ui/badge.js';
import { Time } from '../../ui/time.js';

export function WebhookState({ webhook: { enabled, failing_since, switched_off } }: { webhook: Webhook }) {
  if (switched_off !== undefined) return <Badge tone="bad">{t('Disabled')}</Badge>;
  if (!enabled) return <Badge>{t('Disabled')}</Badge>;
  return failing_since === undefined ? <Badge tone="ok">{t('On')}</Badge> : <Badge tone="warn">{t('Failing')}</Badge>;
}

/** The reason why a webhook fails or is disabled. */
export function WebhookProblem({ webhook: { failing_since, switched_off, missed } }: { webhook: Webhook }) {
  if (failing_since === undefined && switched_off === undefined) return null;
  return (
    <div className="ui-failure" role="status">
      {failing_since !== undefined && (
        <p>
          {t('No successful attempt since')} <Time at={failing_since} precise />.
        </p>
      )}
      {switched_off !== undefined && (
        <p>
          {t('Disabled by Postrider')} <Time at={switched_off} precise />.{' '}
          {t('Enable it once the endpoint responds, then replay the missed events.')}
        </p>
      )}
      {missed !== undefined && (
        <p>
          {tn(
            '{count} event was not stored for this webhook.',
            '{count} events were not stored for this webhook.',
            missed,
          )}
        </p>
      )}
    </div>
  );
}

type Props<Sent> = {
  readonly webhook?: Webhook;
  readonly title: string;
  readonly action: string;
  readonly send: (content: WebhookContent) => Promise<Sent>;
  readonly onSuccess: (sent: Sent) => unknown;
  readonly onClose: () => void;
};

/** No event type means all types, including future ones. */
export function WebhookForm<Sent>({ webhook, title, action, send, onSuccess, onClose }: Props<Sent>) {
  const form = useRequestForm({
    values: {
      url: webhook?.url ?? 'https://',
      description: webhook?.description ?? '',
      format: webhook?.format === 'resend' ? ('resend' as const) : ('postrider' as const),
      events: (webhook?.events ?? []) as EventType[],
      isAll: (webhook?.events ?? []).length === 0,
    },
    send: ({ isAll, events, ...others }) => send({ ...others, events: isAll ? [] : events }),
    onSuccess,
  });
  const [isAll, events] = form.watch(['isAll', 'events']);
  return (
    <FormDialog {...{ form, title, action, onClose }} disabled={!isAll && events.length === 0}>
      <Field
        label={t('Address')}
        name="url"
        inputMode="url"
        required
        autoFocus
        autoComplete="off"
        hint={t('A public https:// URL.')}
      />
      <Field label={t('Description')} name="description" />
      <Select
        label={t('Event format')}
        name="format"
        options={[
          ['postrider', 'Postrider'],
          ['resend', 'Resend'],
        ]}
        hint={t("Resend: for an application that reads Resend's webhooks.")}
      />
      <fieldset className="webhooks-events">
        <legend className="ui-field-label">{t('Events')}</legend>
        <CheckField label={t('All events, including future ones')} name="isAll" />
        {!isAll && (
          <div className="webhooks-types">
            <Choices name="events" options={eventTypes.map((type) => [type, <code key={type}>{type}</code>])} />
          </div>
        )}
      </fieldset>
    </FormDialog>
  );
}
