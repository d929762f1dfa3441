import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { t } from '../../i18n/texts.js';
import { Button, IconButton } from '../../ui/button.js';
import { Field, FormDialog, Select, useRequestForm } from '../../ui/form.js';
import { shortId } from '../../ui/id.js';
import { SearchField } from '../../ui/search-field.js';
import { nameOfUnit, toDelay, toSeconds, units } from './delays.js';
import type { Campaign, CampaignContent } from './queries.js';
import { templateChoiceQuery, useTemplateNames } from './queries.js';

type Props<Sent> = {
  readonly campaign?: Campaign;
  readonly title: string;
  readonly description?: string;
  readonly action: string;
  readonly send: (content: CampaignContent) => Promise<Sent>;
  readonly onSuccess: (sent: Sent) => unknown;
  readonly onClose: () => void;
};

/** An existing step keeps its id, so its members continue to wait. */
const toDraft = (step?: Campaign['drip_steps'][number]) => {
  const { count, unit } = step ? toDelay(Number(step.delay_seconds)) : { count: '1', unit: 'days' as const };
  return { step: step?.id, email_id: step?.email_id ?? '', delay_seconds: count, unit };
};

/** Templates with equal names are shown with their ids. */
function withIds(templates: readonly (readonly [id: string, name: string])[]): (readonly [string, string])[] {
  const isShared = (name: string): boolean => templates.filter(([, other]) => other === name).length > 1;
  return templates.map(([id, name]) => [id, isShared(name) ? `${name} (${shortId(id)})` : name]);
}

export function CampaignForm<Sent>({ campaign, title, description, action, send, onSuccess, onClose }: Props<Sent>) {
  const form = useRequestForm({
    values: {
      name: campaign?.name ?? '',
      trigger_email_id: campaign?.trigger_email_id ?? '',
      drip_steps: campaign?.drip_steps.map(toDraft) ?? [toDraft()],
    },
    send: ({ name, trigger_email_id, drip_steps }) =>
      send({
        name,
        trigger_email_id: trigger_email_id === '' ? null : trigger_email_id,
        drip_steps: drip_steps.map(({ step, email_id, delay_seconds: count, unit }) => ({
          ...(step === undefined ? {} : { id: step }),
          email_id,
          delay_seconds: String(toSeconds({ count, unit })),
        })),
      }),
    onSuccess,
  });
  const steps = useFieldArray({ control: form.control, name: 'drip_steps' });
  const [words, setWords] = useState('');
  const { data: found } = useQuery(templateChoiceQuery(words));
  const [trigger, drafts] = form.watch(['trigger_email_id', 'drip_steps']);
  const chosen = [trigger, ...drafts.map(({ email_id }) => email_id)].filter((id) => id !== '');
  const getName = useTemplateNames(chosen);
  // A selected template stays an option if the search does not find it.
  const names = new Map((found?.data ?? []).map((template) => [template.id, template.name]));
  for (const id of chosen) if (!names.has(id)) names.set(id, getName(id));
  const options = withIds([...names]);
  return (
    <FormDialog {...{ form, title, description, action, onClose }} wide>
      <Field label={t('Name')} name="name" required autoFocus />
      {(words !== '' || found?.next_cursor) && (
        <>
          <SearchField label={t('Find templates')} value={words} onChange={setWords} />
          <p className="muted caption">{t('The list below shows the templates that match.')}</p>
        </>
      )}
      <Select
        label={t('Trigger template')}
        name="trigger_email_id"
        options={[['', t('None (API only)')], ...options]}
      />
      <ol className="drips-steps">
        {steps.fields.map(({ id }, position) => (
          <li key={id} className="drips-step">
            <Field
              label={t('After')}
              type="number"
              min="0"
              step="any"
              required
              name={`drip_steps.${position}.delay_seconds`}
            />
            <Select
              label={t('Unit')}
              name={`drip_steps.${position}.unit`}
              options={units.map((unit) => [unit, nameOfUnit(unit)])}
            />
            <Select
              label={t('Send')}
              required
              name={`drip_steps.${position}.email_id`}
              options={[['', t('Choose a template')], ...options]}
            />
            <span className="drips-step-actions">
              <IconButton
                icon="up"
                label={t('Move up')}
                disabled={position === 0}
                onClick={() => steps.move(position, position - 1)}
              />
              <IconButton
                icon="down"
                label={t('Move down')}
                disabled={position === steps.fields.length - 1}
                onClick={() => steps.move(position, position + 1)}
              />
              <IconButton
                icon="trash"
                label={t('Remove step')}
                disabled={steps.fields.length === 1}
                onClick={() => steps.remove(position)}
              />
            </span>
          </li>
        ))}
      </ol>
      <Button icon="plus" onClick={() => steps.append(toDraft(), { shouldFocus: false })}>
        {t('Add step')}
      </Button>
    </FormDialog>
  );
}
