import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../i18n/texts.js';
import { sessionQuery } from '../../session/queries.js';
import { useWhyNot } from '../../session/session.js';
import { useSaveWithConflictCheck } from '../../ui/save-with-conflict-check.js';
import { CheckField, Field, Form, useRequestForm } from '../../ui/form.js';
import { toast } from '../../ui/toasts.js';
import type { Account } from './queries.js';
import { accountQuery, changeAccount, readAccount } from './queries.js';

const noSender = { address: '', name: '', reply_to: '' };

const toDraft = ({ name, default_sender, tracking: { opens = false, clicks = false }, require_review }: Account) => ({
  name,
  default_sender: { ...noSender, ...default_sender },
  opens,
  clicks,
  require_review,
});

/** Without another address, replies go to the sender. */
const toFields = ({ default_sender: sender, ...others }: ReturnType<typeof toDraft>) => ({
  ...others,
  default_sender: sender.address === '' ? null : { ...sender, reply_to: sender.reply_to || sender.address },
});

const getLabel = (name: string): string =>
  ({
    name: t('Name'),
    default_sender: t('Default sender'),
    opens: t('Track opens'),
    clicks: t('Track clicks'),
    require_review: t('Require a review before publishing'),
  })[name] ?? name;

export function AccountForm({ account }: { account: Account }) {
  const queries = useQueryClient();
  const change = useSaveWithConflictCheck({
    loaded: toFields(toDraft(account)),
    read: async () => toFields(toDraft(await readAccount())),
    write: ({ opens, clicks, ...changed }, all) =>
      changeAccount({
        ...changed,
        ...(opens === undefined && clicks === undefined ? {} : { tracking: { opens: all.opens, clicks: all.clicks } }),
      }),
    getLabel,
  });
  const form = useRequestForm({
    values: toDraft(account),
    send: (draft) => change(toFields(draft)),
    onSuccess: ({ default_sender, ...others }) => {
      toast(t('Saved.'));
      form.reset({ ...others, default_sender: default_sender ?? noSender });
      // The side bar shows the account's name from the session.
      return Promise.all([queries.invalidateQueries(accountQuery), queries.refetchQueries(sessionQuery)]);
    },
  });
  return (
    <Form form={form} className="ui-card" action={t('Save')} why={useWhyNot('admin')}>
      <Field label={t('Name')} name="name" required />
      <h2>{t('Default sender')}</h2>
      <Field label={t('Address')} name="default_sender.address" inputMode="email" />
      <Field label={t('From name')} name="default_sender.name" />
      <Field label={t('Reply-to')} name="default_sender.reply_to" inputMode="email" />
      <h2>{t('Tracking')}</h2>
      <CheckField label={t('Track opens')} name="opens" />
      <CheckField label={t('Track clicks')} name="clicks" />
      <p className="muted">
        {account.tracking_domain === undefined
          ? t('Tracked links use the address of this installation. Its operator can set up your own host name.')
          : t('Tracked links use {domain}, set by the operator.', { domain: account.tracking_domain })}
      </p>
      <h2>{t('Reviews')}</h2>
      <CheckField label={t('Require a review before publishing')} name="require_review" />
      <p className="muted">{t('Another user has to approve each version of a template before it is published.')}</p>
    </Form>
  );
}
