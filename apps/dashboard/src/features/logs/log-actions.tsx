import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { headlineOf } from '../../ui/failure-words.js';
import { doLater, say, sayFailed } from '../../ui/toasts.js';
import { isCancellable, outcomeOf } from './log-status.js';
import { cancel, replay, resend } from './mutations.js';
import type { Log } from './queries.js';
import { logQuery } from './queries.js';

/** What can be done about one mail. */
export function LogActions({ log }: { log: Log }) {
  const why = useWhyNot('editor');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const cancelling = useMutation({
    mutationFn: cancel,
    onSuccess: () => say(t('Cancelled: it will not be sent.')),
    onSettled: () => queries.invalidateQueries({ queryKey: logQuery(log.id).queryKey }),
  });
  // A mail that is out cannot be called back, so it goes out when there was time to think better of it.
  const sendAgain = () =>
    doLater(t('Will be sent again to {address}.', { address: log.recipient_address }), () => {
      resend(log.id)
        .then(({ receipt_id }) => navigate({ to: '/logs/$logId', params: { logId: receipt_id } }))
        .catch((error: Error) => sayFailed(headlineOf(error)));
    });
  const replaying = useMutation({
    mutationFn: replay,
    onSuccess: ({ replayed: [mail], skipped: [refused] }) => {
      if (mail) return navigate({ to: '/logs/$logId', params: { logId: mail.receipt_id } });
      return sayFailed(refused?.reason ?? t('It is among the failures no longer: send it again.'));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['failures'] }),
  });
  const replayIt = () =>
    doLater(t('Will be tried again from the start for {address}.', { address: log.recipient_address }), () =>
      replaying.mutate(log.id),
    );
  return (
    <>
      {outcomeOf(log.status) === 'failed' && (
        <Button why={why} busy={replaying.isPending} onClick={replayIt}>
          {t('Replay')}
        </Button>
      )}
      {isCancellable(log.status) && (
        <Button why={why} busy={cancelling.isPending} onClick={() => cancelling.mutate(log.id)}>
          {t('Cancel it')}
        </Button>
      )}
      <Button icon="retry" why={why} onClick={sendAgain}>
        {t('Send again')}
      </Button>
    </>
  );
}
