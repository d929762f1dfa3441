import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Menu } from '../../ui/menu.js';
import { runAfterUndo, toast, toastFailure } from '../../ui/toasts.js';
import { suppressionsOfQuery } from '../suppressions/queries.js';
import { isCancellable, getOutcome } from './log-status.js';
import type { Log } from './queries.js';
import { cancel, logQuery, replay, resend } from './queries.js';

/** Requests for a terminal. The key is in a variable, as in the documentation. */
const url = (path: string): string => `${window.location.origin}/api/v1${path}`;

const curlOfLog = (id: string): string => `curl ${url(`/logs/${id}`)} -u "$POSTRIDER_KEY:"`;

const curlOfResend = (id: string): string =>
  `curl ${url('/resend')} \\
  -u "$POSTRIDER_KEY:" \\
  -H 'content-type: application/json' \\
  -d '${JSON.stringify({ log_id: id })}'`;

/** The actions for one email. `show` opens the new log of a copy. */
export function LogActions({ log, show }: { log: Log; show: (logId: string) => void }) {
  const whyNot = useWhyNot('editor');
  const hasFailed = getOutcome(log.status) === 'failed';
  const { data: suppressions = [] } = useQuery({
    ...suppressionsOfQuery(log.recipient_address),
    enabled: hasFailed,
  });
  const why =
    whyNot ?? (suppressions.length > 0 ? t('The recipient is suppressed: it would be dropped again.') : undefined);
  const queries = useQueryClient();
  const cancelling = useMutation({
    mutationFn: cancel,
    onSuccess: () => toast(t('Cancelled. It will not be sent.')),
    onSettled: () => queries.invalidateQueries({ queryKey: logQuery(log.id).queryKey }),
  });
  // A sent email cannot be recalled, so the send is delayed until Undo expires.
  const sendAgain = () =>
    runAfterUndo(t('A copy will be sent to {address}.', { address: log.recipient_address }), async () => {
      const { receipt_id } = await resend(log.id);
      show(receipt_id);
    });
  const replayIt = () =>
    runAfterUndo(t('Retrying from the start for {address}.', { address: log.recipient_address }), async () => {
      const {
        replayed: [mail],
        skipped: [rejected],
      } = await replay(log.id).finally(() => void queries.invalidateQueries({ queryKey: ['failures'] }));
      if (mail) show(mail.receipt_id);
      else toastFailure(rejected?.reason ?? t('It is no longer among the failures. Send a copy instead.'));
    });
  return (
    <>
      {hasFailed && (
        <Button why={why} onClick={replayIt}>
          {t('Retry')}
        </Button>
      )}
      {isCancellable(log.status) && (
        <Button why={why} busy={cancelling.isPending} onClick={() => cancelling.mutate(log.id)}>
          {t('Cancel')}
        </Button>
      )}
      <Button icon="retry" why={why} onClick={sendAgain}>
        {t('Send a copy')}
      </Button>
      <Menu
        trigger={<Button icon="copy">{t('Copy')}</Button>}
        items={[
          { label: t('Link'), onSelect: () => copy(`${window.location.origin}/logs/${log.id}`) },
          'line',
          { heading: t('As curl') },
          { label: t('Show the log'), onSelect: () => copy(curlOfLog(log.id)) },
          { label: t('Send a copy'), onSelect: () => copy(curlOfResend(log.id)) },
        ]}
      />
    </>
  );
}

const copy = (text: string): void => {
  void navigator.clipboard.writeText(text).then(
    () => toast(t('Copied')),
    (error: Error) => toastFailure(error.message),
  );
};
