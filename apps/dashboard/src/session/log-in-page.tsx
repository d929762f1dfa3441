import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '../i18n/texts.js';
import { LogInForm } from './log-in-form.js';
import { logInMethodsQuery } from './queries.js';
import { SessionCard } from './session-card.js';

/** Where somebody is sent back to whom the provider, or this installation, did not let in. */
const refused = '#oidc_refused';

/** Stands where the page would be, under its address: whoever logs in is there already. */
export function LogInPage() {
  const { data: methods } = useQuery(logInMethodsQuery);
  return (
    <SessionCard title={t('Log in')}>
      {window.location.hash === refused && (
        <p role="alert">
          {t('You were not let in that way. Log in by your password, or ask an admin of your account to invite you.')}
        </p>
      )}
      <LogInForm />
      {methods?.oidc != null && (
        <a className="ui-button session-oidc" href={methods.oidc}>
          {t('Log in by single sign-on')}
        </a>
      )}
      <Link to="/forgotten">{t('Forgotten your password?')}</Link>
    </SessionCard>
  );
}
