import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { unwrap, api } from '../../../api/client.js';
import { t } from '../../../i18n/texts.js';
import { usePresence } from '../../../session/session.js';
import { Field, FormDialog, useRequestForm } from '../../../ui/form.js';
import type { VersionPlace } from '../requests.js';
import { parseData } from './version-content.js';

export interface Tested {
  readonly place: VersionPlace;
  /** The data of the preview, as JSON. */
  readonly data: string;
}

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly isChanged: boolean;
  /** Saves unsaved changes and returns the version. */
  readonly save: () => Promise<Tested | undefined>;
}

/** Sends an email to the user or a few others, with the saved version and the data of the preview. */
export function TestSendDialog({ open, onClose, isChanged, save }: Props) {
  const { user } = usePresence();
  const form = useRequestForm({
    values: { to: user.email },
    send: async ({ to }) => {
      const tested = await save();
      if (!tested) return undefined;
      const { template_id, version_id, locale } = tested.place;
      const { receipt_id, receipts } = await unwrap(
        api.POST('/send', {
          body: {
            template: template_id,
            version_id,
            locale,
            to: splitAddresses(to).map((address) => ({ address })),
            separate: true,
            template_data: parseData(tested.data) ?? {},
            tracking: { opens: false, clicks: false },
            tags: ['test'],
          },
        }),
      );
      return receipts ?? [{ address: to, receipt_id }];
    },
    // The editor shows why it was not saved.
    onSuccess: (receipts) => receipts ?? onClose(),
  });
  const close = () => {
    form.sending.reset();
    onClose();
  };
  const receipts = form.sending.data;
  return (
    <FormDialog
      {...{ form, open }}
      onClose={close}
      title={t('Send test')}
      action={isChanged ? t('Save and send') : t('Send')}
      cancel={receipts === undefined ? undefined : t('Close')}
    >
      <Field
        label={t('To')}
        name="to"
        type="email"
        multiple
        required
        hint={t(
          'Separate several addresses with commas. The data is that of the preview; opens and clicks are not tracked.',
        )}
      />
      {receipts !== undefined && (
        <p role="status">
          {t('Sent.')}{' '}
          {receipts.map(({ address, receipt_id }) => (
            <Fragment key={receipt_id}>
              {/* With the opener, the new tab shows the same account. */}
              <Link to="/logs/$logId" params={{ logId: receipt_id }} target="_blank" rel="opener">
                {receipts.length === 1 ? t('View log') : address}
              </Link>{' '}
            </Fragment>
          ))}
        </p>
      )}
    </FormDialog>
  );
}

const splitAddresses = (text: string): readonly string[] => text.split(',').map((each) => each.trim());
