import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { unwrap, api } from '../../api/client.js';
import { t } from '../../i18n/texts.js';
import { useHasRole, useWhyNot } from '../../session/session.js';
import { Button, IconButton } from '../../ui/button.js';
import { useSaveWithConflictCheck } from '../../ui/save-with-conflict-check.js';
import { Field, Form, Select, useRequestForm } from '../../ui/form.js';
import { Id } from '../../ui/id.js';
import { toast } from '../../ui/toasts.js';
import { TypedConfirmation } from '../../ui/typed-confirmation.js';
import { tagsQuery } from './queries.js';
import type { Template } from './requests.js';
import { readSettings, saveSettings } from './requests.js';

const maxTags = 3;
type Tracked = 'opens' | 'clicks';
type Tracking = NonNullable<Template['tracking']>;

type Settings = Pick<Template, 'name' | 'tags'> & { readonly [What in Tracked]: boolean | null };

/** Null means the account default. */
const toSettings = ({ name, tags, tracking }: Pick<Template, 'name' | 'tags' | 'tracking'>): Settings => ({
  name,
  tags,
  opens: tracking?.opens ?? null,
  clicks: tracking?.clicks ?? null,
});

const toTracking = ({ opens, clicks }: Pick<Settings, Tracked>): Tracking => ({
  ...(opens === null ? {} : { opens }),
  ...(clicks === null ? {} : { clicks }),
});

const getLabel = (name: string): string =>
  ({
    name: t('Name'),
    tags: t('Tags'),
    opens: t('Open tracking'),
    clicks: t('Click tracking'),
  })[name] ?? name;

type TrackingChoice = '' | 'yes' | 'no';
const toChoice = (tracked: boolean | null): TrackingChoice => (tracked === null ? '' : tracked ? 'yes' : 'no');
const parseChoice = (choice: TrackingChoice): boolean | null => (choice === '' ? null : choice === 'yes');
const toDraft = ({ opens, clicks, ...others }: Settings) => ({
  ...others,
  opens: toChoice(opens),
  clicks: toChoice(clicks),
});

/** The settings of the template, shared by all versions. */
export function SettingsView({ template }: { readonly template: Template }) {
  const queries = useQueryClient();
  const mayWrite = useHasRole('editor');
  const whyNot = useWhyNot('editor');
  const tag = useRef<string>(undefined);
  const change = useSaveWithConflictCheck({
    loaded: toSettings(template),
    read: async () => {
      const now = await readSettings(template.id);
      tag.current = now.tag;
      return toSettings(now.data);
    },
    write: ({ opens, clicks, ...changed }, all) =>
      saveSettings(
        template.id,
        { ...changed, ...(opens === undefined && clicks === undefined ? {} : { tracking: toTracking(all) }) },
        tag.current,
      ),
    getLabel,
  });
  const form = useRequestForm({
    values: toDraft(toSettings(template)),
    send: ({ opens, clicks, ...others }) =>
      change({ ...others, opens: parseChoice(opens), clicks: parseChoice(clicks) }),
    onSuccess: async (all) => {
      form.reset(toDraft(all));
      await queries.invalidateQueries({ queryKey: ['templates'] });
      toast(t('Saved.'));
    },
  });
  return (
    <div className="templates-scroll">
      <Form form={form} className="stack templates-form" action={t('Save')} why={whyNot}>
        <Field label={t('Name')} name="name" required maxLength={255} readOnly={!mayWrite} />
        <TagsField readOnly={!mayWrite} />
        {(['opens', 'clicks'] as const).map((what) => (
          <Select
            key={what}
            label={getLabel(what)}
            name={what}
            disabled={!mayWrite}
            options={[
              ['', t('Account default')],
              ['yes', t('Yes')],
              ['no', t('No')],
            ]}
          />
        ))}
        <div className="row">
          <span className="muted">{t('Template ID')}</span> <Id id={template.id} />
        </div>
      </Form>
      {mayWrite && <Deletion template={template} />}
    </div>
  );
}

function TagsField({ readOnly }: { readonly readOnly: boolean }) {
  const {
    field: { value, onChange },
  } = useController({ name: 'tags' });
  const tags = value as readonly string[];
  const [typed, setTyped] = useState('');
  const known = useQuery(tagsQuery);
  const isFull = tags.length >= maxTags;
  const add = () => {
    const tag = typed.trim();
    if (tag === '' || isFull) return;
    onChange([...new Set([...tags, tag])]);
    setTyped('');
  };
  return (
    <div className="ui-field">
      <span className="ui-field-label" id="templates-tags">
        {t('Tags')}
      </span>
      <div className="row" role="group" aria-labelledby="templates-tags">
        {tags.map((tag) => (
          <span key={tag} className="templates-tag">
            <span className="truncate" title={tag}>
              {tag}
            </span>
            {!readOnly && (
              <IconButton
                small
                icon="close"
                label={t('Remove the tag {tag}', { tag })}
                onClick={() => onChange(tags.filter((each) => each !== tag))}
              />
            )}
          </span>
        ))}
        {!readOnly && !isFull && (
          <input
            className="ui-control templates-tag-input"
            aria-label={t('Add tag')}
            placeholder={t('Add tag')}
            list="templates-known-tags"
            maxLength={255}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={add}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ',') return;
              event.preventDefault();
              add();
            }}
          />
        )}
      </div>
      <datalist id="templates-known-tags">
        {(known.data ?? []).map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </datalist>
      <span className="ui-field-hint">{t('Up to three. Translation files are grouped by tag.')}</span>
    </div>
  );
}

function Deletion({ template }: { readonly template: Template }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <section className="templates-danger">
      <p>{t('Deletes all locales and versions. Emails that were already accepted are still sent.')}</p>
      <Button tone="danger" onClick={() => setIsAsked(true)}>
        {t('Delete template')}
      </Button>
      {isAsked && (
        <TypedConfirmation
          title={t('Delete {name}?', { name: template.name })}
          consequence={t('Deletes all locales and versions. Sends that use this template will fail.')}
          word={template.name}
          action={t('Delete template')}
          onClose={() => setIsAsked(false)}
          send={() =>
            unwrap(api.DELETE('/templates/{template_id}', { params: { path: { template_id: template.id } } }))
          }
          onSuccess={async () => {
            await navigate({ to: '/templates', search: {} });
            await queries.invalidateQueries({ queryKey: ['templates'] });
          }}
        />
      )}
    </section>
  );
}
