import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { components } from '@postrider/client';
import { unwrap, api } from '../../api/client.js';
import { t } from '../../i18n/texts.js';
import { cleanHtml } from '../../preview/clean-html.js';
import { PreviewFrame } from '../../preview/preview-frame.js';
import { Field, FormDialog, Select, useRequestForm } from '../../ui/form.js';
import { Icon } from '../../ui/icon.js';
import { Loaded } from '../../ui/loaded.js';
import { localeCodes } from './locale-gaps.js';
import { previewOnServer } from './requests.js';

type Locale = components['schemas']['Locale'];
type ReadyTemplate = components['schemas']['ReadyTemplate'];
type Key = ReadyTemplate['key'];

const names = (): Readonly<Record<Key, string>> => ({
  welcome: t('Welcome'),
  confirm: t('Confirm email address'),
  magic_link: t('Sign-in link'),
  reset: t('Password reset'),
  invite: t('Invitation'),
  email_change: t('Change of email address'),
  code: t('Verification code'),
  notice: t('Security notice'),
  receipt: t('Receipt'),
  invoice: t('Invoice'),
  shipped: t('Order shipped'),
  trial_ends: t('Trial ends'),
  payment_failed: t('Payment failed'),
  digest: t('Digest'),
  announcement: t('Announcement'),
  feedback: t('Feedback'),
  goodbye: t('Goodbye'),
});

const readyTemplatesQuery = queryOptions({
  queryKey: ['ready_templates'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/ready_templates', { signal }))).templates,
  staleTime: Infinity,
});

/** The email with its sample data, for a preview frame. */
const pictureQuery = ({ key, name: _name, template_data, ...draft }: ReadyTemplate) =>
  queryOptions({
    queryKey: ['ready_templates', key],
    queryFn: async () => {
      const setting = { locale: 'en-US', data: JSON.stringify(template_data) };
      const { mail } = await previewOnServer({ ...draft, amp_html: '' }, setting, undefined);
      return cleanHtml(mail?.html ?? '', { images: true });
    },
    staleTime: Infinity,
  });

const blank = `<mjml>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text></mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`;

function buildContent(template: ReadyTemplate | undefined, name: string) {
  if (!template) return { subject: name, html: blank };
  const { key: _key, name: _name, ...content } = template;
  return content;
}

/** A new template is a draft. It can be sent after it is published. */
export function NewTemplateDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const ready = useQuery(readyTemplatesQuery);
  const form = useRequestForm({
    values: { name: '', starter: '' as Key | '', locale: 'en-US' as Locale },
    send: ({ name, starter, locale }) => {
      const content = buildContent(
        ready.data?.find(({ key }) => key === starter),
        name,
      );
      return unwrap(api.POST('/templates', { body: { ...content, name, locale, publish: false } }));
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['templates'] });
      onClose();
      await navigate({ to: '/templates/$templateId', params: { templateId: id }, search: {} });
    },
  });
  return (
    <FormDialog wide {...{ form, onClose }} title={t('New template')} action={t('Create draft')}>
      <div className="templates-new">
        <Field label={t('Name')} name="name" required maxLength={255} />
        <Select label={t('Locale')} name="locale" options={localeCodes.map((code) => [code, code])} />
      </div>
      <Loaded query={ready}>{(templates) => <Gallery templates={templates} />}</Loaded>
    </FormDialog>
  );
}

function Gallery({ templates }: { readonly templates: readonly ReadyTemplate[] }) {
  const { getValues, setValue } = useFormContext<{ name: string }>();
  // Keeps a name that the user typed.
  const suggested = useRef('');
  const suggest = (name: string) => {
    if (getValues('name') === suggested.current) setValue('name', (suggested.current = name));
  };
  return (
    <fieldset className="templates-starters">
      <legend className="ui-field-label">{t('Start from')}</legend>
      <Starter value="" label={t('Blank')} onPick={() => suggest('')}>
        <span className="templates-picture templates-picture-blank">
          <Icon name="plus" />
        </span>
      </Starter>
      {templates.map((template) => (
        <Starter
          key={template.key}
          value={template.key}
          label={names()[template.key]}
          onPick={() => suggest(names()[template.key])}
        >
          <Picture template={template} />
        </Starter>
      ))}
    </fieldset>
  );
}

interface StarterProps {
  readonly value: Key | '';
  readonly label: string;
  readonly onPick: () => void;
  readonly children: ReactNode;
}

function Starter({ value, label, onPick, children }: StarterProps) {
  const { field } = useController({ name: 'starter' });
  const pick = () => {
    field.onChange(value);
    onPick();
  };
  return (
    <label className="templates-starter">
      {children}
      <span className="row">
        <input type="radio" name="starter" checked={field.value === value} onChange={pick} />
        {label}
      </span>
    </label>
  );
}

/** Rendered when scrolled into view. */
function Picture({ template }: { readonly template: ReadyTemplate }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const { data: html } = useQuery({ ...pictureQuery(template), enabled: isSeen });
  return (
    <span ref={place} className="templates-picture" inert>
      {html !== undefined && <PreviewFrame html={html} title="" />}
    </span>
  );
}
