import { Link } from '@tanstack/react-router';
import { answer, api } from '../../../api/client.js';
import { t } from '../../../i18n/texts.js';
import { usePresence } from '../../../session/session.js';
import { Field, FormDialog, useRequestForm } from '../../../ui/form.js';
import type { VersionPlace } from '../requests.js';
import { parseData } from './version-content.js';
import type { WorkingCopy } from './working-copy.js';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly copy: WorkingCopy;
  readonly isChanged: boolean;
  /** Saves unsaved changes and returns the version. */
  readonly save: () => Promise<VersionPlace | undefined>;
}

/** Sends an email to the user, with the saved version and the data of the preview. */
export function TestSendDialog({ open, onClose, copy, isChanged, save }: Props) {
  const { user } = usePresence();
  const form = useRequestForm({
    values: { recipient: { address: user.email } },
    send: async ({ recipient }) => {
      const saved = await save();
      if (!saved) return undefined;
      return answer(
        api.POST('/send', {
          body: {
            template: saved.template_id,
            version_id: saved.version_id,
            locale: saved.locale,
            recipient,
            template_data: parseData(copy.content.data) ?? {},
            tracking: { opens: false, clicks: false },
            tags: ['test'],
          },
        }),
      );
    },
  });
  const close = () => {
    form.sending.reset();
    onClose();
  };
  const receipt = form.sending.data?.receipt_id;
  return (
    <FormDialog
      {...{ form, open }}
      onClose={close}
      title={t('Send test')}
      action={isChanged ? t('Save and send') : t('Send')}
      cancel={receipt === undefined ? undefined : t('Close')}
    >
      <Field
        label={t('To')}
        name="recipient.address"
        type="email"
        required
        hint={t('Sends one email with the data of the preview. Opens and clicks are not tracked.')}
      />
      {receipt !== undefined && (
        <p role="status">
          {t('Sent.')}{' '}
          <Link to="/logs/$logId" params={{ logId: receipt }}>
            {t('View log')}
          </Link>
        </p>
      )}
    </FormDialog>
  );
}
