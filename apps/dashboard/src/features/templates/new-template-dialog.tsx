import type { components } from '@postrider/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answer, api } from '../../api/client.js';
import { t } from '../../i18n/texts.js';
import { Field, FormDialog, Select, useRequestForm } from '../../ui/form.js';
import { localeCodes } from './locale-gaps.js';
import type { Beginning } from './beginnings.js';
import { beginnings } from './beginnings.js';

type Locale = components['schemas']['Locale'];

/** A new template starts with content that can be sent. */
export function NewTemplateDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useRequestForm({
    values: { name: '', beginning: 'html' as Beginning, locale: 'en-US' as Locale },
    send: ({ name, beginning, locale }) =>
      answer(api.POST('/templates', { body: { name, locale, ...beginnings[beginning] } })),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['templates'] });
      onClose();
      await navigate({ to: '/templates/$templateId', params: { templateId: id }, search: {} });
    },
  });
  return (
    <FormDialog {...{ form, onClose }} title={t('New template')} action={t('Make it')}>
      <Field label={t('Name')} name="name" required maxLength={255} />
      <Select
        label={t('Begins as')}
        name="beginning"
        options={[
          ['html', t('HTML, with a button and a footer')],
          ['mjml', t('MJML, which looks right everywhere')],
          ['text', t('Text only')],
        ]}
      />
      <Select label={t('Locale')} name="locale" options={localeCodes.map((code) => [code, code])} />
    </FormDialog>
  );
}
