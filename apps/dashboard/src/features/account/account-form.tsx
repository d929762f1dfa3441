import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Checkbox } from '../../ui/checkbox.js';
import { Failure } from '../../ui/failure.js';
import { Field } from '../../ui/field.js';
import { say } from '../../ui/toasts.js';
import type { Account } from './queries.js';
import { accountQuery, changeAccount } from './queries.js';

export function AccountForm({ account }: { account: Account }) {
  const queries = useQueryClient();
  const why = useWhyNot('admin');
  const [name, setName] = useState(account.name);
  const [sender, setSender] = useState({ address: '', name: '', reply_to: '', ...account.default_sender });
  const [tracking, setTracking] = useState({
    opens: account.tracking.opens ?? false,
    clicks: account.tracking.clicks ?? false,
  });
  const saving = useMutation({
    mutationFn: () =>
      changeAccount({
        name,
        default_sender: sender.address === '' ? null : { ...sender, reply_to: sender.reply_to || sender.address },
        tracking,
      }),
    meta: { showsFailure: true },
    onSuccess: () => {
      say(t('Saved.'));
      return queries.invalidateQueries(accountQuery);
    },
  });
  const failure = saving.error;
  return (
    <form
      className="ui-card"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <Field label={t('Name')} name="name" required value={name} onChange={setName} failure={failure} />
      <h2>{t('Sender of mail that names none')}</h2>
      <Field
        label={t('Address')}
        name="default_sender.address"
        inputMode="email"
        value={sender.address}
        onChange={(address) => setSender({ ...sender, address })}
        failure={failure}
      />
      <Field
        label={t('Name shown')}
        name="default_sender.name"
        value={sender.name}
        onChange={(shown) => setSender({ ...sender, name: shown })}
        failure={failure}
      />
      <Field
        label={t('Replies to')}
        name="default_sender.reply_to"
        inputMode="email"
        value={sender.reply_to}
        onChange={(reply_to) => setSender({ ...sender, reply_to })}
        failure={failure}
      />
      <h2>{t('Tracking')}</h2>
      <Checkbox
        label={t('Opens, by a picture in the mail')}
        checked={tracking.opens}
        onChange={(opens) => setTracking({ ...tracking, opens })}
      />
      <Checkbox
        label={t('Clicks, by links that lead through Postrider')}
        checked={tracking.clicks}
        onChange={(clicks) => setTracking({ ...tracking, clicks })}
      />
      <p className="muted">
        {account.tracking_domain === undefined
          ? t('Links begin with the address of this installation. Its operator can give them a host name of yours.')
          : t('Links begin with {domain}, as the operator has set it.', { domain: account.tracking_domain })}
      </p>
      {failure && <Failure error={failure} />}
      <div className="row">
        <Button type="submit" tone="primary" why={why} busy={saving.isPending}>
          {t('Save')}
        </Button>
      </div>
    </form>
  );
}
