import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '../../api/client.js';
import { t } from '../../i18n/texts.js';
import { logOutEverywhere, wrongPassword } from '../../session/queries.js';
import { usePresence } from '../../session/session.js';
import { useLogOut } from '../../session/change-session.js';
import { Button } from '../../ui/button.js';
import { Failure } from '../../ui/failure.js';
import { Field } from '../../ui/field.js';
import { say } from '../../ui/toasts.js';

/** Whoever is logged in: their password, and their sessions elsewhere. */
export function Profile() {
  const { user } = usePresence();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const changing = useMutation({
    mutationFn: () => answer(api.PATCH('/session', { body: { password, current_password: current } })),
    meta: { showsFailure: true },
    onSuccess: () => {
      setCurrent('');
      setPassword('');
      say(t('The password is changed. Sessions elsewhere have ended.'));
    },
  });
  const ending = useLogOut(logOutEverywhere);
  return (
    <form
      className="ui-card"
      onSubmit={(event) => {
        event.preventDefault();
        changing.mutate();
      }}
    >
      <h2>{t('Your log-in')}</h2>
      <p className="muted">{user.email}</p>
      <input type="hidden" autoComplete="username" value={user.email} readOnly />
      <Field
        label={t('Password of now')}
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
        value={current}
        onChange={setCurrent}
        failure={changing.error}
        error={wrongPassword(changing.error)}
      />
      <Field
        label={t('New password')}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        value={password}
        onChange={setPassword}
        failure={changing.error}
      />
      {changing.error && <Failure error={changing.error} />}
      <div className="row">
        <Button type="submit" busy={changing.isPending}>
          {t('Change the password')}
        </Button>
        <Button tone="quiet" busy={ending.isPending} onClick={() => ending.mutate()}>
          {t('Log out everywhere')}
        </Button>
      </div>
    </form>
  );
}
