import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import { Button, IconButton } from '../../ui/button.js';
import { DialogActions } from '../../ui/dialog.js';
import { Failure } from '../../ui/failure.js';
import { Field, Select } from '../../ui/field.js';
import type { Delay, Unit } from './delays.js';
import { nameOfUnit, toDelay, toSeconds, units } from './delays.js';
import type { Campaign, CampaignContent } from './queries.js';
import { templateChoiceQuery, useTemplateNames } from './queries.js';

type Props = {
  readonly campaign?: Campaign;
  readonly saving: {
    readonly mutate: (content: CampaignContent) => void;
    readonly isPending: boolean;
    readonly error: Error | null;
  };
  readonly action: string;
  readonly onCancel: () => void;
};
/** A step that is there keeps its id, so that who waits for it goes on waiting for it. */
type StepDraft = { readonly key: number; readonly id?: string; readonly email_id: string; readonly delay: Delay };

let lastKey = 0;
const draftOf = (step?: Campaign['drip_steps'][number]): StepDraft => ({
  key: ++lastKey,
  ...(step ? { id: step.id } : {}),
  email_id: step?.email_id ?? '',
  delay: step ? toDelay(Number(step.delay_seconds)) : { count: '1', unit: 'days' },
});

export function CampaignForm({ campaign, saving, action, onCancel }: Props) {
  const [name, setName] = useState(campaign?.name ?? '');
  const [trigger, setTrigger] = useState(campaign?.trigger_email_id ?? '');
  const [steps, setSteps] = useState<readonly StepDraft[]>(() => campaign?.drip_steps.map(draftOf) ?? [draftOf()]);
  const [words, setWords] = useState('');
  const { data: found } = useQuery(templateChoiceQuery(words));
  const chosen = [trigger, ...steps.map(({ email_id }) => email_id)].filter((id) => id !== '');
  const nameOf = useTemplateNames(chosen);
  // What is chosen stays to be chosen, whatever is looked for.
  const names = new Map((found?.data ?? []).map((template) => [template.id, template.name]));
  for (const id of chosen) if (!names.has(id)) names.set(id, nameOf(id));
  const options = [...names].map(([id, label]) => (
    <option key={id} value={id}>
      {label}
    </option>
  ));
  const change = (key: number, part: Partial<StepDraft>) =>
    setSteps(steps.map((step) => (step.key === key ? { ...step, ...part } : step)));
  const move = (position: number, by: number) => {
    const next = [...steps];
    next.splice(position + by, 0, ...next.splice(position, 1));
    setSteps(next);
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate({
          name,
          trigger_email_id: trigger === '' ? null : trigger,
          drip_steps: steps.map(({ id, email_id, delay }) => ({
            ...(id === undefined ? {} : { id }),
            email_id,
            delay_seconds: String(toSeconds(delay)),
          })),
        });
      }}
    >
      <Field label={t('Name')} name="name" required autoFocus value={name} onChange={setName} failure={saving.error} />
      {(words !== '' || found?.next_cursor) && (
        <Field
          label={t('Find templates')}
          type="search"
          hint={t('There are more than can be listed: what you look for is offered below.')}
          value={words}
          onChange={setWords}
        />
      )}
      <Select
        label={t('Who is sent this template enters by it')}
        name="trigger_email_id"
        value={trigger}
        onChange={setTrigger}
        failure={saving.error}
      >
        <option value="">{t('None: programs put people in')}</option>
        {options}
      </Select>
      <ol className="drips-steps">
        {steps.map(({ key, email_id, delay }, position) => (
          <li key={key} className="drips-step">
            <Field
              label={t('After')}
              type="number"
              min="0"
              step="any"
              required
              name={`drip_steps.${position}.delay_seconds`}
              value={delay.count}
              onChange={(count) => change(key, { delay: { ...delay, count } })}
              failure={saving.error}
            />
            <Select
              label={t('Unit')}
              value={delay.unit}
              onChange={(unit) => change(key, { delay: { ...delay, unit: unit as Unit } })}
            >
              {units.map((unit) => (
                <option key={unit} value={unit}>
                  {nameOfUnit(unit)}
                </option>
              ))}
            </Select>
            <Select
              label={t('Send')}
              required
              name={`drip_steps.${position}.email_id`}
              value={email_id}
              onChange={(chosen) => change(key, { email_id: chosen })}
              failure={saving.error}
            >
              <option value="">{t('Choose a template')}</option>
              {options}
            </Select>
            <span className="drips-step-actions">
              <IconButton icon="up" label={t('Earlier')} disabled={position === 0} onClick={() => move(position, -1)} />
              <IconButton
                icon="down"
                label={t('Later')}
                disabled={position === steps.length - 1}
                onClick={() => move(position, 1)}
              />
              <IconButton
                icon="trash"
                label={t('Remove the step')}
                disabled={steps.length === 1}
                onClick={() => setSteps(steps.filter((step) => step.key !== key))}
              />
            </span>
          </li>
        ))}
      </ol>
      <Button icon="plus" onClick={() => setSteps([...steps, draftOf()])}>
        {t('Add a step')}
      </Button>
      {saving.error && <Failure error={saving.error} />}
      <DialogActions>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button type="submit" tone="primary" busy={saving.isPending}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}
