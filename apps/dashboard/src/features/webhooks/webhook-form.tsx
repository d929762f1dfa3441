import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { Checkbox } from '../../ui/checkbox.js';
import { DialogActions } from '../../ui/dialog.js';
import { Failure } from '../../ui/failure.js';
import { Field } from '../../ui/field.js';
import type { EventType, Webhook, WebhookContent } from './queries.js';
import { eventTypes } from './queries.js';

type Props = {
  readonly webhook?: Webhook;
  readonly saving: Pick<UseMutationResult<unknown, Error, WebhookContent>, 'mutate' | 'isPending' | 'error'>;
  readonly action: string;
  readonly onCancel: () => void;
};

/** No type chosen means all of them, those to come too. */
export function WebhookForm({ webhook, saving, action, onCancel }: Props) {
  const [url, setUrl] = useState(webhook?.url ?? 'https://');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? []);
  const [isAll, setAll] = useState(events.length === 0);
  const toggle = (type: EventType, on: boolean) =>
    setEvents(eventTypes.filter((each) => (each === type ? on : events.includes(each))));
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate({ url, description, events: isAll ? [] : [...events] });
      }}
    >
      <Field
        label={t('Address')}
        name="url"
        inputMode="url"
        required
        autoFocus
        autoComplete="off"
        hint={t('Begins with https:// and leads to a public host.')}
        value={url}
        onChange={setUrl}
        failure={saving.error}
      />
      <Field
        label={t('Description')}
        name="description"
        value={description}
        onChange={setDescription}
        failure={saving.error}
      />
      <fieldset className="webhooks-events">
        <legend className="ui-field-label">{t('Events')}</legend>
        <Checkbox label={t('All of them, also those to come')} checked={isAll} onChange={setAll} />
        {!isAll && (
          <div className="webhooks-types">
            {eventTypes.map((type) => (
              <Checkbox
                key={type}
                label={<code>{type}</code>}
                checked={events.includes(type)}
                onChange={(on) => toggle(type, on)}
              />
            ))}
          </div>
        )}
      </fieldset>
      {saving.error && <Failure error={saving.error} />}
      <DialogActions>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button type="submit" tone="primary" busy={saving.isPending} disabled={!isAll && events.length === 0}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}
