import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../i18n/texts.js';
import { Dialog } from '../../ui/dialog.js';
import { Field, Form, useRequestForm } from '../../ui/form.js';
import { toast } from '../../ui/toasts.js';
import type { Version, VersionPlace } from './requests.js';
import { saveNote } from './requests.js';

interface Props {
  readonly version: Version;
  readonly label: string;
  readonly place: VersionPlace;
  readonly onClose: () => void;
}

export function NoteDialog({ version, label, place, onClose }: Props) {
  const queries = useQueryClient();
  const form = useRequestForm({
    values: { note: version.note ?? '' },
    send: ({ note }) => saveNote(place, note),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['templates'] });
      toast(t('Note saved'));
      onClose();
    },
  });
  return (
    <Dialog open title={t('Note on {name}', { name: label })} onClose={onClose}>
      <Form form={form} action={t('Save')} onCancel={onClose}>
        <Field label={t('Note')} name="note" maxLength={500} hint={t('Recipients do not see it.')} />
      </Form>
    </Dialog>
  );
}
