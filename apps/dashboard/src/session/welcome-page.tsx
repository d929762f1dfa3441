import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { rich } from '../i18n/rich.js';
import { t } from '../i18n/texts.js';
import { Field, Form, useRequestForm } from '../ui/form.js';
import { Loaded } from '../ui/loaded.js';
import { nameOfRole, tokenOfAddress } from './session.js';
import { NewPasswordField } from './new-password-page.js';
import type { Invitation } from './queries.js';
import {
  acceptInvitation,
  beginAccount,
  checkInvitation,
  isWrongPassword,
  sessionQuery,
  wrongPassword,
} from './queries.js';
import { SessionCard } from './log-in-page.js';

/** The page of an invitation and of the first admin's link. The token is in the fragment, so it is in no server log. */
export function WelcomePage() {
  const [token] = useState(tokenOfAddress);
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => checkInvitation(token),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <SessionCard title={t('Welcome to Postrider')}>
      <Loaded query={invitation}>{(found) => <AcceptForm token={token} invitation={found} />}</Loaded>
      {invitation.error && <Link to="/">{t('Back to log in')}</Link>}
    </SessionCard>
  );
}

function AcceptForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { registered } = invitation;
  const isNamed = invitation.email !== undefined;
  const form = useRequestForm({
    values: { email: invitation.email ?? '', name: invitation.name ?? '', password: '', account: '' },
    send: ({ email, name, password, account }) =>
      isNamed
        ? acceptInvitation({ token, password, ...(registered ? {} : { name }) })
        : beginAccount({ token, email, name, password }, account),
    onSuccess: (session) => {
      queries.setQueryData(sessionQuery.queryKey, session);
      void navigate({ to: '/', hash: '', replace: true });
    },
  });
  return (
    <Form
      form={form}
      className="session-form"
      action={registered ? t('Accept invitation') : t('Create account')}
      showsFailure={!isWrongPassword(form.sending.error)}
    >
      <p>
        {isNamed
          ? rich('You are invited to {account} as {role}.', {
              account: <strong>{invitation.account}</strong>,
              role: nameOfRole(invitation.role),
            })
          : t('Set up the first admin')}
      </p>
      <Field
        label={t('Email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        readOnly={isNamed}
        autoFocus={!isNamed}
      />
      {registered ? (
        <Field
          label={t('Password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          hint={t('You already have a login here. Enter your current password.')}
          error={wrongPassword(form.sending.error)}
        />
      ) : (
        <>
          {!isNamed && (
            <Field label={t('Company or team')} name="account" autoComplete="organization" required maxLength={255} />
          )}
          <Field label={t('Your name')} name="name" autoComplete="name" required autoFocus={isNamed} />
          <NewPasswordField />
        </>
      )}
    </Form>
  );
}
