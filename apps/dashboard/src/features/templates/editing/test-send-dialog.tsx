import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answer, api } from '../../../api/client.js';
import { t } from '../../../i18n/texts.js';
import { usePresence } from '../../../session/session.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { Failure } from '../../../ui/failure.js';
import { Field } from '../../../ui/field.js';
import type { VersionPlace } from '../requests.js';
import { dataOf } from './version-content.js';
import type { WorkingCopy } from './working-copy.js';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly copy: WorkingCopy;
  readonly isChanged: boolean;
  /** Saves what is not saved yet, and answers where all of it is. */
  readonly save: () => Promise<VersionPlace | undefined>;
}

/** A real mail to oneself, of what is saved and with the data of the preview. */
export function TestSendDialog({ open, onClose, copy, isChanged, save }: Props) {
  const { user } = usePresence();
  const [address, setAddress] = useState(user.email);
  const send = useMutation({
    mutationFn: async () => {
      const saved = await save();
      if (!saved) return undefined;
      return answer(
        api.POST('/send', {
          body: {
            template: saved.template_id,
            version_id: saved.version_id,
            locale: saved.locale,
            recipient: { address },
            template_data: dataOf(copy.content.data) ?? {},
            tracking: { opens: false, clicks: false },
            tags: ['test'],
          },
        }),
      );
    },
    meta: { showsFailure: true },
  });
  const close = () => {
    send.reset();
    onClose();
  };
  const receipt = send.data?.receipt_id;
  return (
    <Dialog title={t('Send a test')} open={open} onClose={close}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        <Field
          label={t('To')}
          name="recipient.address"
          type="email"
          required
          value={address}
          onChange={setAddress}
          failure={send.error}
          hint={t('One mail, made with the data of the preview; opens and clicks are not tracked.')}
        />
        {send.error && <Failure error={send.error} />}
        {receipt !== undefined && (
          <p role="status">
            {t('On its way.')}{' '}
            <Link to="/logs/$logId" params={{ logId: receipt }}>
              {t('See what becomes of it')}
            </Link>
          </p>
        )}
        <DialogActions>
          <Button onClick={close}>{receipt === undefined ? t('Cancel') : t('Close')}</Button>
          <Button tone="primary" type="submit" busy={send.isPending}>
            {isChanged ? t('Save and send') : t('Send')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
