import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { rich } from '../i18n/rich.js';
import { t } from '../i18n/texts.js';
import { Button } from '../ui/button.js';
import { Failure } from '../ui/failure.js';
import { Field } from '../ui/field.js';
import { Loaded } from '../ui/loaded.js';
import { nameOfRole, tokenOfAddress } from './session.js';
import { NewPasswordField } from './password-field.js';
import type { Invitation } from './queries.js';
import { acceptInvitation, checkInvitation, sessionQuery, wrongPassword } from './queries.js';
import { SessionCard } from './session-card.js';

/** Where an invitation leads, and the one-time link of the first admin. The token is behind `#`, so no server's log has it. */
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
      {invitation.error && <Link to="/">{t('To the log-in')}</Link>}
    </SessionCard>
  );
}

function AcceptForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const [email, setEmail] = useState(invitation.email ?? '');
  const [name, setName] = useState(invitation.name ?? '');
  const [password, setPassword] = useState('');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const accepting = useMutation({
    mutationFn: acceptInvitation,
    meta: { showsFailure: true },
    onSuccess: (session) => {
      queries.setQueryData(sessionQuery.queryKey, session);
      void navigate({ to: '/', hash: '', replace: true });
    },
  });
  const { registered } = invitation;
  const isNamed = invitation.email !== undefined;
  return (
    <form
      className="session-form"
      onSubmit={(event) => {
        event.preventDefault();
        accepting.mutate({ token, password, ...(registered ? {} : { name }), ...(isNamed ? {} : { email }) });
      }}
    >
      <p>
        {rich('You are invited to {account} as {role}.', {
          account: <strong>{invitation.account}</strong>,
          role: nameOfRole(invitation.role),
        })}
      </p>
      <Field
        label={t('Email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        readOnly={isNamed}
        autoFocus={!isNamed}
        value={email}
        onChange={setEmail}
        failure={accepting.error}
      />
      {registered ? (
        <Field
          label={t('Password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          hint={t('You have a log-in here already: the password is the one you have.')}
          value={password}
          onChange={setPassword}
          failure={accepting.error}
          error={wrongPassword(accepting.error)}
        />
      ) : (
        <>
          <Field
            label={t('Your name')}
            name="name"
            autoComplete="name"
            required
            autoFocus={isNamed}
            value={name}
            onChange={setName}
            failure={accepting.error}
          />
          <NewPasswordField value={password} onChange={setPassword} failure={accepting.error} />
        </>
      )}
      {accepting.error && <Failure error={accepting.error} />}
      <Button type="submit" tone="primary" busy={accepting.isPending}>
        {t('Begin')}
      </Button>
    </form>
  );
}
