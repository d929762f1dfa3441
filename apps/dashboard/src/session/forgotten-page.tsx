import { Link } from '@tanstack/react-router';
import { t } from '../i18n/texts.js';
import { Field, Form, useRequestForm } from '../ui/form.js';
import { askForReset } from './queries.js';
import { SessionCard } from './session-card.js';

/** Answers the same for an unknown address, so that nobody can test which addresses have a user. */
export function ForgottenPage() {
  const form = useRequestForm({ values: { email: '' }, send: ({ email }) => askForReset(email) });
  if (form.sending.isSuccess)
    return (
      <SessionCard title={t('Look into your mail')}>
        <p>
          {t('If {email} has a log-in here, a mail with a link is on its way to it.', {
            email: form.sending.variables.email,
          })}
        </p>
        <Link to="/">{t('To the log-in')}</Link>
      </SessionCard>
    );
  return (
    <SessionCard title={t('Forgotten password')}>
      <Form form={form} className="session-form" action={t('Send a link to choose another')}>
        <Field label={t('Email')} name="email" type="email" autoComplete="username" required autoFocus />
      </Form>
      <Link to="/">{t('To the log-in')}</Link>
    </SessionCard>
  );
}
