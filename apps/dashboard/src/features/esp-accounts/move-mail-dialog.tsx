import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t, tn } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Failure } from '../../ui/failure.js';
import { Select } from '../../ui/field.js';
import { say } from '../../ui/toasts.js';
import type { EspAccount } from './queries.js';
import { espAccountsQuery, moveMail } from './queries.js';

/** Has another ESP account send what waits for this one, so that this one can be deleted. */
export function MoveMailDialog({ account: { id, name }, onClose }: { account: EspAccount; onClose: () => void }) {
  const { data: accounts = [] } = useQuery(espAccountsQuery);
  const others = accounts.filter((each) => each.id !== id && !each.needs_credentials);
  const [chosen, choose] = useState<string>();
  const to = chosen ?? others[0]?.id;
  const moving = useMutation({
    mutationFn: (target: string) => moveMail(id, target),
    meta: { showsFailure: true },
    onSuccess: ({ moved, staying }) => {
      say(
        `${tn('{count} mail is moved.', '{count} mails are moved.', moved)} ${
          staying === 0
            ? ''
            : tn(
                '{count} stays: it is being sent, or may have been.',
                '{count} stay: they are being sent, or may have been.',
                staying,
              )
        }`.trim(),
      );
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Move the mail of {name}', { name })}
      description={t('Another account sends what waits for this one. Its log says so.')}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (to !== undefined) moving.mutate(to);
        }}
      >
        <Select label={t('Send it through')} name="to" value={to ?? ''} failure={moving.error} onChange={choose}>
          {others.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </Select>
        {moving.error && <Failure error={moving.error} />}
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            tone="primary"
            type="submit"
            busy={moving.isPending}
            why={to === undefined ? t('There is no other ESP account that has credentials.') : undefined}
          >
            {t('Move')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
