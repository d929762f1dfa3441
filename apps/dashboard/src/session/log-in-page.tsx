import { Link } from '@tanstack/react-router';
import { t } from '../i18n/texts.js';
import { LogInForm } from './log-in-form.js';
import { SessionCard } from './session-card.js';

/** Stands where the page would be, under its address: whoever logs in is there already. */
export const LogInPage = () => (
  <SessionCard title={t('Log in')}>
    <LogInForm />
    <Link to="/forgotten">{t('Forgotten your password?')}</Link>
  </SessionCard>
);
