import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../i18n/texts.js';
import { Field, Form, useRequestForm } from '../ui/form.js';
import { tokenOfAddress } from './session.js';
import { confirmReset, sessionQuery } from './queries.js';
import { SessionCard } from './session-card.js';

const minPasswordLength = 12;

export const NewPasswordField = () => (
  <Field
    label={t('New password')}
    name="password"
    type="password"
    autoComplete="new-password"
    required
    minLength={minPasswordLength}
    hint={t('At least {count} characters; a few words that belong together for you alone are good.', {
      count: minPasswordLength,
    })}
  />
);

/** The target of the link in a password reset mail. */
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
      <Form form={form} className="session-form" action={t('Change the password and log in')}>
        <NewPasswordField />
      </Form>
      {form.sending.error && <Link to="/forgotten">{t('Ask for another link')}</Link>}
    </SessionCard>
  );
}
