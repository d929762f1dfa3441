import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/texts.js';
import { sessionQuery } from '../../session/queries.js';
import { useWhyNot } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { useCarefulSave } from '../../ui/careful-save.js';
import { Checkbox } from '../../ui/checkbox.js';
import { Failure } from '../../ui/failure.js';
import { Field } from '../../ui/field.js';
import { say } from '../../ui/toasts.js';
import type { Account } from './queries.js';
import { accountQuery, changeAccount, readAccount } from './queries.js';

const noSender = { address: '', name: '', reply_to: '' };
type Draft = {
  readonly name: string;
  readonly sender: typeof noSender;
  readonly opens: boolean;
  readonly clicks: boolean;
};

const draftOf = ({ name, default_sender, tracking: { opens = false, clicks = false } }: Account): Draft => ({
  name,
  sender: { ...noSender, ...default_sender },
  opens,
  clicks,
});

/** Without another address, replies go to the sender. */
const fieldsOf = ({ sender, ...others }: Draft) => ({
  ...others,
  default_sender: sender.address === '' ? null : { ...sender, reply_to: sender.reply_to || sender.address },
});

const labelOf = (name: string): string =>
  ({
    name: t('Name'),
    default_sender: t('Sender of mail that names none'),
    opens: t('Opens, by a picture in the mail'),
    clicks: t('Clicks, by links that lead through Postrider'),
  })[name] ?? name;

export function AccountForm({ account }: { account: Account }) {
  const queries = useQueryClient();
  const why = useWhyNot('admin');
  const [{ name, sender, opens, clicks }, setDraft] = useState(() => draftOf(account));
  const change = useCarefulSave({
    loaded: fieldsOf(draftOf(account)),
    read: async () => fieldsOf(draftOf(await readAccount())),
    write: ({ opens: tracksOpens, clicks: tracksClicks, ...changed }, all) =>
      changeAccount({
        ...changed,
        ...(tracksOpens === undefined && tracksClicks === undefined
          ? {}
          : { tracking: { opens: all.opens, clicks: all.clicks } }),
      }),
    labelOf,
  });
  const saving = useMutation({
    mutationFn: () => change(fieldsOf({ name, sender, opens, clicks })),
    meta: { showsFailure: true },
    onSuccess: ({ default_sender, ...others }) => {
      say(t('Saved.'));
      setDraft({ ...others, sender: default_sender ?? noSender });
      // The side bar has its name of the session.
      return Promise.all([queries.invalidateQueries(accountQuery), queries.refetchQueries(sessionQuery)]);
    },
  });
  const failure = saving.error;
  const put = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <form
      className="ui-card"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <Field
        label={t('Name')}
        name="name"
        required
        value={name}
        onChange={(named) => put({ name: named })}
        failure={failure}
      />
      <h2>{t('Sender of mail that names none')}</h2>
      <Field
        label={t('Address')}
        name="default_sender.address"
        inputMode="email"
        value={sender.address}
        onChange={(address) => put({ sender: { ...sender, address } })}
        failure={failure}
      />
      <Field
        label={t('Name shown')}
        name="default_sender.name"
        value={sender.name}
        onChange={(shown) => put({ sender: { ...sender, name: shown } })}
        failure={failure}
      />
      <Field
        label={t('Replies to')}
        name="default_sender.reply_to"
        inputMode="email"
        value={sender.reply_to}
        onChange={(reply_to) => put({ sender: { ...sender, reply_to } })}
        failure={failure}
      />
      <h2>{t('Tracking')}</h2>
      <Checkbox label={t('Opens, by a picture in the mail')} checked={opens} onChange={(on) => put({ opens: on })} />
      <Checkbox
        label={t('Clicks, by links that lead through Postrider')}
        checked={clicks}
        onChange={(on) => put({ clicks: on })}
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
