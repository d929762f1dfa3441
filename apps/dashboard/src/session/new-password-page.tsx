import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../i18n/texts.js';
import { Field, Form, useRequestForm } from '../ui/form.js';
import { tokenOfAddress } from './session.js';
import { requestPasswordReset, confirmReset, sessionQuery } from './queries.js';
import { SessionCard } from './log-in-page.js';

/** Answers the same for an unknown address, so that addresses cannot be probed. */
export function ForgottenPage() {
  const form = useRequestForm({ values: { email: '' }, send: ({ email }) => requestPasswordReset(email) });
  if (form.sending.isSuccess)
    return (
      <SessionCard title={t('Check your email')}>
        <p>
          {t('If {email} has a login here, we have sent a link to reset the password.', {
            email: form.sending.variables.email,
          })}
        </p>
        <Link to="/">{t('Back to log in')}</Link>
      </SessionCard>
    );
  return (
    <SessionCard title={t('Reset your password')}>
      <Form form={form} className="session-form" action={t('Send reset link')}>
        <Field label={t('Email')} name="email" type="email" autoComplete="username" required autoFocus />
      </Form>
      <Link to="/">{t('Back to log in')}</Link>
    </SessionCard>
  );
}

const minPasswordLength = 12;

export const NewPasswordField = () => (
  <Field
    label={t('New password')}
    name="password"
    type="password"
    autoComplete="new-password"
    required
    minLength={minPasswordLength}
    hint={t('At least {count} characters. A passphrase of a few words works well.', {
      count: minPasswordLength,
    })}
  />
);

/** The target of the link in a password reset email. */
export function NewPasswordPage() {
  const [token] = useState(tokenOfAddress);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useRequestForm({
    values: { password: '' },
    send: ({ password }) => confirmReset({ token, password }),
    onSuccess: (session) => {
      queries.setQueryData(sessionQuery.queryKey, session);
      void navigate({ to: '/', hash: '', replace: true });
    },
  });
  return (
    <SessionCard title={t('Choose a new password')}>
      <Form form={form} className="session-form" action={t('Set password and log in')}>
        <NewPasswordField />
      </Form>
      {form.sending.error && <Link to="/forgotten">{t('Request a new link')}</Link>}
    </SessionCard>
  );
}
