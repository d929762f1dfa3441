import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t, tn } from '../../i18n/texts.js';
import { Field, FormDialog, useRequestForm } from '../../ui/form.js';
import { say } from '../../ui/toasts.js';
import { endOfMinute, minuteOf, replay, startOfMinute, webhooksKey } from './queries.js';

const hourMs = 3_600_000;

export function ReplayDialog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const queries = useQueryClient();
  const [values] = useState(() => ({ since: minuteOf(new Date(Date.now() - hourMs)), until: minuteOf(new Date()) }));
  const form = useRequestForm({
    values,
    send: ({ since, until }) => replay(webhookId, { since: startOfMinute(since), until: endOfMinute(until) }),
    onSuccess: (count) => {
      say(tn('{count} event is posted again.', '{count} events are posted again.', count));
      onClose();
      return queries.invalidateQueries({ queryKey: [...webhooksKey, webhookId] });
    },
  });
  const [since, until] = form.watch(['since', 'until']);
  const nothing =
    endOfMinute(until) <= startOfMinute(since)
      ? t('Nothing happened before it began: choose a later time.')
      : undefined;
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t('Replay events')}
      description={t('Posts again what happened in that time, with the same ids: a receiver knows what it has had.')}
      action={t('Replay')}
      why={nothing}
    >
      <Field label={t('From')} name="since" type="datetime-local" required />
      <Field label={t('Until')} name="until" type="datetime-local" required error={nothing} />
    </FormDialog>
  );
}
