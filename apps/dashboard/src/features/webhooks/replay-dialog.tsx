import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t, tn } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Failure } from '../../ui/failure.js';
import { Field } from '../../ui/field.js';
import { say } from '../../ui/toasts.js';
import { endOfMinute, minuteOf, replay, startOfMinute, webhooksKey } from './queries.js';

const hourMs = 3_600_000;

export function ReplayDialog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const queries = useQueryClient();
  const [since, setSince] = useState(() => minuteOf(new Date(Date.now() - hourMs)));
  const [until, setUntil] = useState(() => minuteOf(new Date()));
  const nothing =
    endOfMinute(until) <= startOfMinute(since)
      ? t('Nothing happened before it began: choose a later time.')
      : undefined;
  const replaying = useMutation({
    mutationFn: () => replay(webhookId, { since: startOfMinute(since), until: endOfMinute(until) }),
    meta: { showsFailure: true },
    onSuccess: (count) => {
      say(tn('{count} event is posted again.', '{count} events are posted again.', count));
      onClose();
      return queries.invalidateQueries({ queryKey: [...webhooksKey, webhookId] });
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Replay events')}
      description={t('Posts again what happened in that time, with the same ids: a receiver knows what it has had.')}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          replaying.mutate();
        }}
      >
        <Field
          label={t('From')}
          name="since"
          type="datetime-local"
          required
          value={since}
          onChange={setSince}
          failure={replaying.error}
        />
        <Field
          label={t('Until')}
          name="until"
          type="datetime-local"
          required
          value={until}
          onChange={setUntil}
          failure={replaying.error}
          error={nothing}
        />
        {replaying.error && <Failure error={replaying.error} />}
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" tone="primary" busy={replaying.isPending} why={nothing}>
            {t('Replay')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
