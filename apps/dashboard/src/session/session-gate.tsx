import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { currentAccount, onSessionEnd } from '../api/client.js';
import { restartEventStream } from '../api/use-event-stream.js';
import { t } from '../i18n/texts.js';
import { Dialog } from '../ui/dialog.js';
import { Failure } from '../ui/failure.js';
import { LogInForm, LogInPage, SessionCard } from './log-in-page.js';
import { sessionQuery } from './queries.js';
import { PresenceContext, findAccount } from './session.js';

/** Requires a session. When it expires, the login form covers the page, which stays mounted. */
export function SessionGate({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const { data: session, error, refetch } = useQuery(sessionQuery);
  if (error && session === undefined)
    return (
      <SessionCard title={t('Postrider is not available')}>
        <Failure error={error} retry={() => void refetch()} />
      </SessionCard>
    );
  if (session === undefined) return waiting;
  if (session === null) return <LogInPage />;
  const account = findAccount(session, currentAccount());
  if (!account)
    return (
      <SessionCard title={t('No account')}>
        <p>{t('You are no longer a member of any account. An admin can invite you again.')}</p>
      </SessionCard>
    );
  return (
    <PresenceContext value={{ ...session, account }}>
      {children}
      <EndedDialog email={session.user.email} />
    </PresenceContext>
  );
}

function EndedDialog({ email }: { email: string }) {
  const [hasEnded, setHasEnded] = useState(false);
  const queries = useQueryClient();
  useEffect(() => onSessionEnd(() => setHasEnded(true)), []);
  return (
    <Dialog
      title={t('Your session has ended')}
      description={t('Log in again to continue. Your changes are not lost.')}
      open={hasEnded}
      onClose={() => undefined}
      unclosable
    >
      <LogInForm
        email={email}
        onDone={() => {
          setHasEnded(false);
          restartEventStream();
          void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
        }}
      />
      <Link to="/" reloadDocument>
        {t('Log in as a different user')}
      </Link>
    </Dialog>
  );
}
