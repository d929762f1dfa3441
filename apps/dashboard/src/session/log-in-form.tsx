import './session.css';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../i18n/texts.js';
import { Field, Form, useRequestForm } from '../ui/form.js';
import { logIn, sessionQuery, wrongPassword, wrongPasswordOrAddress } from './queries.js';

type Props = {
  /** The user whose session has ended; only they may continue on their page. */
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
    <Form form={form} className="session-form" action={t('Log in')}>
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
