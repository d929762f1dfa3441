import './account.css';
import { useQuery } from '@tanstack/react-query';
import { t, tn } from '../../i18n/texts.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { AccountForm } from './account-form.js';
import { Limits } from './limits.js';
import type { Account } from './queries.js';
import { accountQuery } from './queries.js';
import { answer, api } from '../../api/client.js';
import { logOutEverywhere, useLogOut, wrongPassword } from '../../session/queries.js';
import { usePresence } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Field, Form, useRequestForm } from '../../ui/form.js';
import { say } from '../../ui/toasts.js';

/** The password of the user, and their other sessions. */
function Profile() {
  const { user } = usePresence();
  const form = useRequestForm({
    values: { current_password: '', password: '' },
    send: (body) => answer(api.PATCH('/session', { body })),
    onSuccess: () => {
      form.reset();
      say(t('Password changed. You are logged out everywhere else.'));
    },
  });
  const ending = useLogOut(logOutEverywhere);
  return (
    <Form
      form={form}
      className="ui-card"
      tone="none"
      action={t('Change password')}
      more={
        <Button tone="quiet" busy={ending.isPending} onClick={() => ending.mutate()}>
          {t('Log out everywhere')}
        </Button>
      }
    >
      <h2>{t('Password')}</h2>
      <p className="muted">{user.email}</p>
      <input type="hidden" autoComplete="username" value={user.email} readOnly />
      <Field
        label={t('Current password')}
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
        error={wrongPassword(form.sending.error)}
      />
      <Field label={t('New password')} name="password" type="password" autoComplete="new-password" required />
    </Form>
  );
}

/** How long things are kept: to be known, not to be changed here. */
function Retention({ log_months, attachment_days, webhook_days }: NonNullable<Account['retention']>) {
  return (
    <section className="ui-card">
      <h2>{t('Data retention')}</h2>
      <ul>
        <li>
          {log_months === undefined
            ? t('Logs are kept forever.')
            : tn('Logs are kept for at least {count} month.', 'Logs are kept for at least {count} months.', log_months)}
        </li>
        <li>
          {tn(
            'Attachments are kept for {count} day after their mail was due.',
            'Attachments are kept for {count} days after their mail was due.',
            attachment_days,
          )}
        </li>
        {webhook_days !== undefined && (
          <li>
            {tn(
              'Webhook events can be replayed for {count} day.',
              'Webhook events can be replayed for {count} days.',
              webhook_days,
            )}
          </li>
        )}
      </ul>
      <p className="muted">{t('The operator of this installation sets these periods.')}</p>
    </section>
  );
}

/** What holds for the whole account, and for whoever is logged in. */
export function AccountPage() {
  const account = useQuery(accountQuery);
  return (
    <Page title={t('Account')}>
      <div className="account-columns">
        <div className="stack">
          <Loaded query={account}>
            {(found) => (
              <>
                <AccountForm key={found.id} account={found} />
                {found.retention && <Retention {...found.retention} />}
              </>
            )}
          </Loaded>
          <Profile />
        </div>
        <Limits />
      </div>
    </Page>
  );
}
