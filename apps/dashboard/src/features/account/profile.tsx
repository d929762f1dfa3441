import { answer, api } from '../../api/client.js';
import { t } from '../../i18n/texts.js';
import { useLogOut } from '../../session/change-session.js';
import { logOutEverywhere, wrongPassword } from '../../session/queries.js';
import { usePresence } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Field, Form, useRequestForm } from '../../ui/form.js';
import { say } from '../../ui/toasts.js';

/** The password of the user, and their other sessions. */
export function Profile() {
  const { user } = usePresence();
  const form = useRequestForm({
    values: { current_password: '', password: '' },
    send: (body) => answer(api.PATCH('/session', { body })),
    onSuccess: () => {
      form.reset();
      say(t('The password is changed. Sessions elsewhere have ended.'));
    },
  });
  const ending = useLogOut(logOutEverywhere);
  return (
    <Form
      form={form}
      className="ui-card"
      tone="none"
      action={t('Change the password')}
      more={
        <Button tone="quiet" busy={ending.isPending} onClick={() => ending.mutate()}>
          {t('Log out everywhere')}
        </Button>
      }
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
        error={wrongPassword(form.sending.error)}
      />
      <Field label={t('New password')} name="password" type="password" autoComplete="new-password" required />
    </Form>
  );
}
