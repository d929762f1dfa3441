import './account.css';
import { useQuery } from '@tanstack/react-query';
import { formatNumber, size, t, tn } from '../../i18n/texts.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { AccountForm } from './account-form.js';
import type { Account, Limit } from './queries.js';
import { accountQuery, limitsQuery } from './queries.js';
import { unwrap, api } from '../../api/client.js';
import { isWrongPassword, logOutEverywhere, useLogOut, wrongPassword } from '../../session/queries.js';
import { usePresence } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Field, Form, useRequestForm } from '../../ui/form.js';
import { toast } from '../../ui/toasts.js';

const nameOfLimit = (name: Limit['name']): string =>
  ({
    requests_per_second: t('Requests per second'),
    key_requests_per_second: t('Requests per second and key'),
    renders_per_second: t('Renders per second'),
    mjml_seconds_per_second: t('MJML rendering time'),
    body_bytes_per_second: t('Bytes received per second'),
    pending_mails: t('Queued emails'),
    esp_accounts: t('ESP accounts'),
    templates: t('Templates'),
    snippets: t('Snippets'),
    versions: t('Versions'),
    images: t('Images'),
    drip_campaigns: t('Drip campaigns'),
    drip_members: t('Campaign members'),
    suppressions: t('Suppressions'),
    send_proposals: t('Open proposals'),
    test_clocks: t('Test clocks'),
    webhooks: t('Webhooks'),
    alerts: t('Alerts'),
    identity_hooks: t('Identity hooks'),
    users: t('Users'),
    api_keys: t('API keys'),
    template_bytes: t('Template storage'),
    image_bytes: t('Image storage'),
    compiled_bytes: t('Compiled template storage'),
    attachment_bytes: t('Attachment storage'),
  })[name];

const shown = (name: Limit['name'], value: number): string =>
  name.includes('bytes') ? size(value) : formatNumber(value);

/** The limits of the account and their use. An operator can raise them. */
function Limits() {
  const query = useQuery(limitsQuery);
  return (
    <section className="stack">
      <h2>{t('Limits')}</h2>
      <Loaded query={query}>
        {(limits) => (
          <table className="account-limits">
            <thead>
              <tr>
                <th scope="col">{t('Limit')}</th>
                <th scope="col" className="figures">
                  {t('Used')}
                </th>
                <th scope="col" className="figures">
                  {t('Maximum')}
                </th>
                <th scope="col">
                  <span className="unseen">{t('Share')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {limits.map(({ name, limit, used }) => (
                <tr key={name}>
                  <td>{nameOfLimit(name)}</td>
                  <td className="figures">{used === undefined ? '' : shown(name, used)}</td>
                  <td className="figures">{shown(name, limit)}</td>
                  <td>
                    {used !== undefined && (
                      <meter min={0} max={limit} high={limit * 0.8} value={used} aria-label={nameOfLimit(name)} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </section>
  );
}

/** The password of the user, and their other sessions. */
function Profile() {
  const { user } = usePresence();
  const form = useRequestForm({
    values: { current_password: '', password: '' },
    send: (body) => unwrap(api.PATCH('/session', { body })),
    onSuccess: () => {
      form.reset();
      toast(t('Password changed. You are logged out everywhere else.'));
    },
  });
  const ending = useLogOut(logOutEverywhere);
  return (
    <Form
      form={form}
      className="ui-card"
      tone="none"
      action={t('Change password')}
      showsFailure={!isWrongPassword(form.sending.error)}
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

/** Read-only: the operator sets the periods. */
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
            'Attachments are kept for {count} day after their email was due.',
            'Attachments are kept for {count} days after their email was due.',
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

/** Settings of the account and of the user. */
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
