import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap, api } from '../../../api/client.js';
import { t } from '../../../i18n/texts.js';
import { useWhyNot } from '../../../session/session.js';
import { Button } from '../../../ui/button.js';
import { Field, FormDialog, useRequestForm } from '../../../ui/form.js';
import { Menu } from '../../../ui/menu.js';
import { runAfterUndo, toast } from '../../../ui/toasts.js';
import { parseData } from './version-content.js';
import type { WorkingCopy } from './working-copy.js';

interface Props {
  readonly copy: WorkingCopy;
  readonly templateId: string;
  /** The data was replaced. */
  readonly onPut: () => void;
}

/** Sample data of the template, such as an order with one item, one with a hundred, or a Greek name. */
export function Samples({ copy, templateId, onPut }: Props) {
  const queries = useQueryClient();
  const whyNot = useWhyNot('editor');
  const [isNaming, setIsNaming] = useState(false);
  const path = { template_id: templateId };
  const key = ['templates', templateId, 'samples'];
  const samples = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => unwrap(api.GET('/templates/{template_id}/samples', { params: { path }, signal })),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: key });
  const found = samples.data ?? [];
  return (
    <>
      <Menu
        trigger={<Button small>{t('Samples')}</Button>}
        items={[
          { heading: found.length === 0 ? t('No samples yet') : t('Preview with') },
          ...found.map((sample) => ({
            label: sample.name,
            onSelect: () => {
              const json = JSON.stringify(sample.template_data, null, 2);
              copy.write('data', () => json);
              onPut();
            },
          })),
          'line' as const,
          { label: t('Save as sample …'), onSelect: () => setIsNaming(true), why: whyNot },
          ...found.map((sample) => ({
            label: t('Delete {name}', { name: sample.name }),
            danger: true,
            why: whyNot,
            onSelect: () =>
              runAfterUndo(t('{name} deleted', { name: sample.name }), () =>
                unwrap(
                  api.DELETE('/templates/{template_id}/samples/{sample_id}', {
                    params: { path: { ...path, sample_id: sample.id } },
                  }),
                ).finally(() => void refresh()),
              ),
          })),
        ]}
      />
      {isNaming && <SaveSample {...{ copy, path, onSaved: refresh }} onClose={() => setIsNaming(false)} />}
    </>
  );
}

type SaveProps = {
  readonly copy: WorkingCopy;
  readonly path: { readonly template_id: string };
  readonly onSaved: () => Promise<unknown>;
  readonly onClose: () => void;
};

function SaveSample({ copy, path, onSaved, onClose }: SaveProps) {
  const form = useRequestForm({
    values: { name: '' },
    send: ({ name }) =>
      unwrap(
        api.POST('/templates/{template_id}/samples', {
          params: { path },
          body: { name, template_data: parseData(copy.content.data) ?? {} },
        }),
      ),
    onSuccess: async (_sent, { name }) => {
      await onSaved();
      onClose();
      toast(t('Saved as {name}', { name }));
    },
  });
  return (
    <FormDialog {...{ form, onClose }} title={t('Save sample')} action={t('Save')}>
      <Field
        label={t('Name')}
        name="name"
        required
        maxLength={255}
        hint={t('Everyone with access to this template can use it.')}
      />
    </FormDialog>
  );
}
