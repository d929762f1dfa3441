import type { components } from '@postrider/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answer, api } from '../../api/client.js';
import { t } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Failure } from '../../ui/failure.js';
import { Field, Select } from '../../ui/field.js';
import { localeCodes } from './locale-gaps.js';
import type { Beginning } from './beginnings.js';
import { beginnings } from './beginnings.js';

type Locale = components['schemas']['Locale'];

/** A new template begins with something that can be sent, and is opened. */
export function NewTemplateDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [locale, setLocale] = useState('en-US');
  const [beginning, setBeginning] = useState<Beginning>('html');
  const make = useMutation({
    mutationFn: () =>
      answer(api.POST('/templates', { body: { name, locale: locale as Locale, ...beginnings[beginning] } })),
    meta: { showsFailure: true },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['templates'] });
      onClose();
      await navigate({ to: '/templates/$templateId', params: { templateId: id }, search: {} });
    },
  });
  return (
    <Dialog title={t('New template')} open={open} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate();
        }}
      >
        <Field
          label={t('Name')}
          name="name"
          required
          maxLength={255}
          value={name}
          onChange={setName}
          failure={make.error}
        />
        <Select label={t('Begins as')} value={beginning} onChange={(value) => setBeginning(value as Beginning)}>
          <option value="html">{t('HTML, with a button and a footer')}</option>
          <option value="mjml">{t('MJML, which looks right everywhere')}</option>
          <option value="text">{t('Text only')}</option>
        </Select>
        <Select label={t('Locale')} name="locale" value={locale} onChange={setLocale} failure={make.error}>
          {localeCodes.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </Select>
        {make.error && <Failure error={make.error} />}
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button tone="primary" type="submit" busy={make.isPending}>
            {t('Make it')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
