import './session.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../i18n/texts.js';
import { Button } from '../ui/button.js';
import { Failure } from '../ui/failure.js';
import { Field } from '../ui/field.js';
import { logIn, sessionQuery, wrongPassword, wrongPasswordOrAddress } from './queries.js';

type Props = {
  /** Who was logged in; only they may go on with their page. */
  readonly email?: string;
  readonly onDone?: () => void;
};

export function LogInForm({ email: known, onDone }: Props) {
  const [email, setEmail] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const queries = useQueryClient();
  const entering = useMutation({
    mutationFn: logIn,
    meta: { showsFailure: true },
    onSuccess: (session) => {
      queries.setQueryData(sessionQuery.queryKey, session);
      onDone?.();
    },
  });
  return (
    <form
      className="session-form"
      onSubmit={(event) => {
        event.preventDefault();
        entering.mutate({ email, password });
      }}
    >
      <Field
        label={t('Email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus={known === undefined}
        readOnly={known !== undefined}
        value={email}
        onChange={setEmail}
        failure={entering.error}
      />
      <Field
        label={t('Password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={known !== undefined}
        value={password}
        onChange={setPassword}
        failure={entering.error}
        error={(known === undefined ? wrongPasswordOrAddress : wrongPassword)(entering.error)}
      />
      {entering.error && <Failure error={entering.error} />}
      <Button type="submit" tone="primary" busy={entering.isPending}>
        {t('Log in')}
      </Button>
    </form>
  );
}
