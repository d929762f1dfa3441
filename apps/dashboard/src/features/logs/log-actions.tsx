import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { doLater, say, sayFailed } from '../../ui/toasts.js';
import { isCancellable, outcomeOf } from './log-status.js';
import type { Log } from './queries.js';
import { cancel, logQuery, replay, resend } from './queries.js';

/** What can be done about one mail. */
export function LogActions({ log }: { log: Log }) {
  const why = useWhyNot('editor');
  const queries = useQueryClient();
  const router = useRouter();
  const cancelling = useMutation({
    mutationFn: cancel,
    onSuccess: () => say(t('Cancelled: it will not be sent.')),
    onSettled: () => queries.invalidateQueries({ queryKey: logQuery(log.id).queryKey }),
  });
  // Whoever has gone on to another page meanwhile is not fetched back from there.
  const show = (receipt_id: string) =>
    router.latestLocation.pathname === `/logs/${log.id}`
      ? router.navigate({ to: '/logs/$logId', params: { logId: receipt_id } })
      : say(t('Sent again to {address}.', { address: log.recipient_address }));
  // A mail that is out cannot be called back, so it goes out when there was time to think better of it.
  const sendAgain = () =>
    doLater(t('Will be sent again to {address}.', { address: log.recipient_address }), async () => {
      const { receipt_id } = await resend(log.id);
      await show(receipt_id);
    });
  const replayIt = () =>
    doLater(t('Will be tried again from the start for {address}.', { address: log.recipient_address }), async () => {
      const {
        replayed: [mail],
        skipped: [refused],
      } = await replay(log.id).finally(() => void queries.invalidateQueries({ queryKey: ['failures'] }));
      if (mail) await show(mail.receipt_id);
      else sayFailed(refused?.reason ?? t('It is among the failures no longer: send it again.'));
    });
  return (
    <>
      {outcomeOf(log.status) === 'failed' && (
        <Button why={why} onClick={replayIt}>
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
