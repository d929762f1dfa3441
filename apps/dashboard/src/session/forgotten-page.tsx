import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../i18n/texts.js';
import { Button } from '../ui/button.js';
import { Failure } from '../ui/failure.js';
import { Field } from '../ui/field.js';
import { askForReset } from './queries.js';
import { SessionCard } from './session-card.js';

/** Says the same whether the address is known: nobody learns here who has a log-in. */
export function ForgottenPage() {
  const [email, setEmail] = useState('');
  const asking = useMutation({ mutationFn: askForReset, meta: { showsFailure: true } });
  if (asking.isSuccess)
    return (
      <SessionCard title={t('Look into your mail')}>
        <p>{t('If {email} has a log-in here, a mail with a link is on its way to it.', { email })}</p>
        <Link to="/">{t('To the log-in')}</Link>
      </SessionCard>
    );
  return (
    <SessionCard title={t('Forgotten password')}>
      <form
        className="session-form"
        onSubmit={(event) => {
          event.preventDefault();
          asking.mutate(email);
        }}
      >
        <Field
          label={t('Email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={setEmail}
          failure={asking.error}
        />
        {asking.error && <Failure error={asking.error} />}
        <Button type="submit" tone="primary" busy={asking.isPending}>
          {t('Send a link to choose another')}
        </Button>
      </form>
      <Link to="/">{t('To the log-in')}</Link>
    </SessionCard>
  );
}
