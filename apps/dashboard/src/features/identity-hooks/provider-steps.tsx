import type { ReactNode } from 'react';
import { t } from '../../i18n/texts.js';
import { CopyButton } from '../../ui/copy-button.js';
import type { Hook } from './queries.js';

/** The settings to enter at the provider (docs/guides/identity.md). */
export const ProviderSteps = ({ hook }: { hook: Hook }) => (
  <section className="hooks-steps">
    <h2>{t('Set up the provider')}</h2>
    {steps[hook.kind](hook)}
  </section>
);

const Lines = ({ text, label }: { text: string; label: string }) => (
  <figure className="hooks-lines">
    <figcaption className="row caption">
      {label} <CopyButton text={text} label={t('Copy')} />
    </figcaption>
    <pre role="region" tabIndex={0} aria-label={label}>
      {text}
    </pre>
  </figure>
);

const steps: Readonly<Record<Hook['kind'], (hook: Hook) => ReactNode>> = {
  supabase: ({ url }) => (
    <>
      <p>{t('In Supabase, open Authentication, then Hooks, and add the hook Send Email with the type HTTPS.')}</p>
      <Lines label={t('URL')} text={url} />
      <p>{t('As the secret, enter the one that was shown when you created this hook.')}</p>
      <Lines label={t('Self-hosted')} text={supabaseVariables(url)} />
    </>
  ),
  auth0: ({ url }) => (
    <>
      <p>{t('In Auth0, open Branding, then Email Provider, and choose Custom Provider.')}</p>
      <p>{t('Add the secret POSTRIDER_SECRET with the secret of this hook, and this code:')}</p>
      <Lines label={t('Action')} text={auth0Action(url)} />
    </>
  ),
  logto: ({ url }) => (
    <>
      <p>{t('In Logto, open Connectors, then Email, and choose HTTP Email.')}</p>
      <Lines label={t('Endpoint')} text={url} />
      <Lines label={t('Authorization header, with the secret of this hook')} text="Bearer …" />
    </>
  ),
  clerk: ({ url }) => (
    <>
      <p>{t('In Clerk, open Webhooks and add an endpoint for the event email.created.')}</p>
      <Lines label={t('URL')} text={url} />
      <p>{t('Copy the signing secret of the endpoint (whsec_…) and enter it here.')}</p>
      <p>{t('Then turn off “Delivered by Clerk” for each email that Postrider should send.')}</p>
    </>
  ),
};

const supabaseVariables = (url: string): string => `GOTRUE_HOOK_SEND_EMAIL_ENABLED=true
GOTRUE_HOOK_SEND_EMAIL_URI=${url}
GOTRUE_HOOK_SEND_EMAIL_SECRETS=v1,whsec_…`;

const auth0Action = (url: string): string => `exports.onExecuteCustomEmailProvider = async (event, api) => {
  const { notification, user, client, organization, tenant } = event;
  try {
    const response = await fetch('${url}', {
      method: 'POST',
      headers: { authorization: \`Bearer \${event.secrets.POSTRIDER_SECRET}\`, 'content-type': 'application/json' },
      body: JSON.stringify({ notification, user, client, organization, tenant }),
    });
    if (response.ok) return;
    const reason = \`Postrider answered \${response.status}\`;
    if (response.status === 429 || response.status >= 500) api.notification.retry(reason);
    else api.notification.drop(reason);
  } catch (error) {
    api.notification.retry(\`Postrider cannot be reached: \${error.message}\`);
  }
};`;
