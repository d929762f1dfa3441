import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { unwrap, api } from '../../api/client.js';
import { formatNumber, t, tn } from '../../i18n/texts.js';
import { useWhyNot } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { getHeadline } from '../../ui/failure-messages.js';
import { isCancellable } from './log-status.js';
import type { FoundLog } from './queries.js';
import { cancel, resend } from './queries.js';
import type { Failed } from './run-each.js';
import { runEach } from './run-each.js';

type Target = { readonly key: string; readonly address: string };
type Action = {
  readonly title: string;
  readonly description: string;
  readonly targets: readonly Target[];
  readonly act: (key: string) => Promise<unknown>;
};

const ofLogs = (logs: readonly FoundLog[]): readonly Target[] =>
  logs.map(({ id, recipient_address }) => ({ key: id, address: recipient_address }));

const removeSuppressions = (email: string) =>
  unwrap(api.DELETE('/suppressions/{email}', { params: { path: { email } } }));

/** The actions for the selected emails. */
export function BulkActions({ logs, onClear }: { logs: readonly FoundLog[]; onClear: () => void }) {
  const why = useWhyNot('editor');
  const [chosen, choose] = useState<Action>();
  const waiting = logs.filter(({ status }) => isCancellable(status));
  const addresses = [...new Set(logs.map(({ recipient_address }) => recipient_address))];
  const cancelling: Action = {
    title: tn('Cancel {count} email', 'Cancel {count} emails', waiting.length),
    description: t('Emails that were already handed to a provider are not cancelled.'),
    targets: ofLogs(waiting),
    act: cancel,
  };
  const resending: Action = {
    title: tn('Send {count} copy', 'Send {count} copies', logs.length),
    description: t('Sends each email once more, unchanged and with its own log. It cannot be undone.'),
    targets: ofLogs(logs),
    act: resend,
  };
  const unsuppressing: Action = {
    title: tn('Remove suppressions of {count} address', 'Remove suppressions of {count} addresses', addresses.length),
    description: t('The addresses get email again, also those that complained or unsubscribed.'),
    targets: addresses.map((address) => ({ key: address, address })),
    act: removeSuppressions,
  };
  // Keeps the emails while the result is shown, even if they left the list.
  const close = (isDone: boolean) => {
    choose(undefined);
    if (isDone) onClear();
  };
  if (chosen) return <BulkDialog action={chosen} onClose={close} />;
  if (logs.length === 0) return undefined;
  return (
    <div className="row" role="group" aria-label={t('Selected emails')}>
      <strong>{tn('{count} selected', '{count} selected', logs.length)}</strong>
      <Button
        small
        why={why ?? (waiting.length === 0 ? t('None of them is queued.') : undefined)}
        onClick={() => choose(cancelling)}
      >
        {t('Cancel')}
      </Button>
      <Button small why={why} onClick={() => choose(resending)}>
        {t('Send copies')}
      </Button>
      <Button small why={why} onClick={() => choose(unsuppressing)}>
        {t('Remove suppressions')}
      </Button>
      <Button small tone="quiet" onClick={onClear}>
        {t('Clear selection')}
      </Button>
    </div>
  );
}

/** Asks for confirmation, then shows the progress and the failures. Closing the dialog stops further requests. */
function BulkDialog({ action, onClose }: { action: Action; onClose: (isDone: boolean) => void }) {
  const { title, description, targets, act } = action;
  const queries = useQueryClient();
  const [done, setDone] = useState(0);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const running = useMutation({
    mutationFn: () => runEach(targets, ({ key }) => act(key), setDone, leaving.current!.signal),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['logs'] }),
        queries.invalidateQueries({ queryKey: ['suppressions'] }),
      ]),
  });
  const close = () => onClose(running.isSuccess);
  return (
    <Dialog open onClose={close} title={title} description={description}>
      <div className="stack">
        <p role="status">
          {running.isPending &&
            t('{done} of {count} done', { done: formatNumber(done), count: formatNumber(targets.length) })}
          {running.data && tn('{count} succeeded.', '{count} succeeded.', done - running.data.length)}
        </p>
        {running.data && running.data.length > 0 && <Failures failed={running.data} />}
        <DialogActions>
          <Button onClick={close}>{running.isSuccess ? t('Close') : running.isPending ? t('Stop') : t('Back')}</Button>
          {!running.isSuccess && (
            <Button tone="primary" busy={running.isPending} onClick={() => running.mutate()}>
              {title}
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  );
}

const Failures = ({ failed }: { failed: readonly Failed<Target>[] }) => (
  <>
    <p>{tn('{count} failed:', '{count} failed:', failed.length)}</p>
    <ul className="caption logs-failed">
      {failed.map(({ item: { key, address }, error }) => (
        <li key={key}>
          {address}: {getHeadline(error)}
        </li>
      ))}
    </ul>
  </>
);
