import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import { Field, FormDialog, Select, useRequestForm } from '../../ui/form.js';
import { SearchField } from '../../ui/search-field.js';
import { templateChoiceQuery, useTemplateNames } from '../drip-campaigns/queries.js';
import type { Hook, HookChange, HookKind, OtherActions } from './queries.js';
import { toContent } from './queries.js';

type Props = {
  readonly hook: Hook;
  readonly kind: HookKind;
  readonly send: (content: HookChange) => Promise<unknown>;
  readonly onSuccess: () => unknown;
  readonly onClose: () => void;
};

export const nameOfOther = (choice: OtherActions): string =>
  ({
    refuse: t('Reject'),
    ignore: t('Ignore, send nothing'),
    default: t('Send the default template'),
    original: t("Send the provider's own email"),
  })[choice];

/** The actions of the provider, and other actions that have a template. */
export const getActions = ({ templates }: Hook, { actions }: HookKind): string[] => [
  ...new Set([...actions.map(({ action }) => action), ...Object.keys(templates)]),
];

export function HookForm({ hook, kind, send, onSuccess, onClose }: Props) {
  const actions = getActions(hook, kind);
  const form = useRequestForm({
    values: {
      name: hook.name,
      project_url: hook.project_url ?? '',
      other_actions: hook.other_actions,
      default_template: hook.default_template ?? '',
      // By position, because a dot in an action would be a path in the form.
      chosen: actions.map((action) => hook.templates[action] ?? ''),
    },
    send: ({ name, project_url, other_actions, default_template, chosen }) => {
      const { default_template: _old, ...content } = toContent(hook);
      const templates = Object.fromEntries(actions.map((action, at) => [action, chosen[at]!]).filter(([, id]) => id));
      return send({
        ...content,
        name,
        other_actions,
        templates: templates as Record<string, string>,
        ...(hook.kind === 'supabase' && { project_url }),
        ...(other_actions === 'default' && { default_template }),
      });
    },
    onSuccess,
  });
  const [words, setWords] = useState('');
  const { data: found } = useQuery(templateChoiceQuery(words));
  const [otherActions, defaultTemplate, chosen] = form.watch(['other_actions', 'default_template', 'chosen']);
  const used = [defaultTemplate, ...chosen].filter((id) => id !== '');
  const getName = useTemplateNames(used);
  // A selected template stays an option if the search does not find it.
  const names = new Map((found?.data ?? []).map((template) => [template.id, template.name]));
  for (const id of used) if (!names.has(id)) names.set(id, getName(id));
  const others: readonly OtherActions[] = [
    'refuse',
    'ignore',
    'default',
    ...(kind.original ? ['original' as const] : []),
  ];
  return (
    <FormDialog {...{ form, onClose }} title={t('Edit identity hook')} action={t('Save')} wide>
      <Field label={t('Name')} name="name" required autoFocus autoComplete="off" />
      {hook.kind === 'supabase' && (
        <Field label={t('Project URL')} name="project_url" inputMode="url" required autoComplete="off" />
      )}
      {(words !== '' || found?.next_cursor) && (
        <SearchField label={t('Find templates')} value={words} onChange={setWords} />
      )}
      <fieldset className="hooks-actions">
        <legend className="ui-field-label">{t('Templates')}</legend>
        {actions.map((action, at) => (
          <Select
            key={action}
            label={action}
            name={`chosen.${at}`}
            sentAs={`templates.${action}`}
            options={[['', t('None')], ...names]}
          />
        ))}
      </fieldset>
      <Select
        label={t('Actions without a template')}
        name="other_actions"
        options={others.map((choice) => [choice, nameOfOther(choice)])}
      />
      {otherActions === 'default' && (
        <Select
          label={t('Default template')}
          name="default_template"
          required
          options={[['', t('Choose a template')], ...names]}
        />
      )}
    </FormDialog>
  );
}
