import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '../i18n/texts.js';
import {
  isWrongPassword,
  logIn,
  logInMethodsQuery,
  sessionQuery,
  wrongPassword,
  wrongPasswordOrAddress,
} from './queries.js';
import './session.css';
import { Field, Form, useRequestForm } from '../ui/form.js';
import type { ReactNode } from 'react';
import { useEffect } from 'react';

/** The frame of pages without a session. */
export function SessionCard({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Postrider`;
  }, [title]);
  return (
    <main className="session-page">
      <div className="session-card">
        <div className="session-brand">
          <img src="/favicon.svg" alt="" width="20" height="20" /> Postrider
        </div>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}

type Props = {
  /** The user of the expired session; only they can continue on their page. */
  readonly email?: string;
  readonly onDone?: () => void;
};

export function LogInForm({ email: known, onDone }: Props) {
  const queries = useQueryClient();
  const form = useRequestForm({
    values: { email: known ?? '', password: '' },
    send: logIn,
    onSuccess: (session) => {
      queries.setQueryData(sessionQuery.queryKey, session);
      onDone?.();
    },
  });
  return (
    <Form form={form} className="session-form" action={t('Log in')} showsFailure={!isWrongPassword(form.sending.error)}>
      <Field
        label={t('Email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus={known === undefined}
        readOnly={known !== undefined}
      />
      <Field
        label={t('Password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={known !== undefined}
        error={(known === undefined ? wrongPasswordOrAddress : wrongPassword)(form.sending.error)}
      />
    </Form>
  );
}

/** Set by the gateway after a failed single sign-on. */
const rejected = '#oidc_refused';

/** Shown instead of the page, under its URL, so that the user continues there. */
export function LogInPage() {
  const { data: methods } = useQuery(logInMethodsQuery);
  return (
    <SessionCard title={t('Log in')}>
      {window.location.hash === rejected && (
        <p role="alert">
          {t(
            'Single sign-on did not succeed. Log in with your password, or ask an admin of your account for an invitation.',
          )}
        </p>
      )}
      <LogInForm />
      {methods?.oidc != null && (
        <a className="ui-button session-oidc" href={methods.oidc}>
          {t('Log in with single sign-on')}
        </a>
      )}
      <Link to="/forgotten">{t('Forgot your password?')}</Link>
    </SessionCard>
  );
}
