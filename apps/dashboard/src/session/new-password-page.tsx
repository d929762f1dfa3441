import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../i18n/texts.js';
import { Button } from '../ui/button.js';
import { Failure } from '../ui/failure.js';
import { tokenOfAddress } from './session.js';
import { NewPasswordField } from './password-field.js';
import { confirmReset, sessionQuery } from './queries.js';
import { SessionCard } from './session-card.js';

/** Where the link of a forgotten password leads. */
export function NewPasswordPage() {
  const [token] = useState(tokenOfAddress);
  const [password, setPassword] = useState('');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const choosing = useMutation({
    mutationFn: () => confirmReset({ token, password }),
    meta: { showsFailure: true },
    onSuccess: (session) => {
      queries.setQueryData(sessionQuery.queryKey, session);
      void navigate({ to: '/', hash: '', replace: true });
    },
  });
  return (
    <SessionCard title={t('Choose a new password')}>
      <form
        className="session-form"
        onSubmit={(event) => {
          event.preventDefault();
          choosing.mutate();
        }}
      >
        <NewPasswordField value={password} onChange={setPassword} failure={choosing.error} />
        {choosing.error && <Failure error={choosing.error} />}
        <Button type="submit" tone="primary" busy={choosing.isPending}>
          {t('Change the password and log in')}
        </Button>
      </form>
      {choosing.error && <Link to="/forgotten">{t('Ask for another link')}</Link>}
    </SessionCard>
  );
}
