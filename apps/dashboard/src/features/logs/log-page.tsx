import './logs.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { useEventStream } from '../../api/use-event-stream.js';
import { formatNumber, t, tn } from '../../i18n/texts.js';
import type { Tone } from '../../ui/badge.js';
import { Badge } from '../../ui/badge.js';
import { useCommands } from '../../ui/commands.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Tabs } from '../../ui/tabs.js';
import { Time } from '../../ui/time.js';
import { listSearch } from './log-search.js';
import { LogProperties } from './log-properties.js';
import { LogMail, MailView, MimeSource, SourceView } from './log-mail.js';
import { isCancellable, nameOfStatus, outcomeOf, toneOfStatus, verdictOf } from './log-status.js';
import type { Attempt, Log } from './queries.js';
import { attemptsQuery, cancel, espNamesQuery, eventsQuery, logQuery, mailQuery, replay, resend } from './queries.js';
import { Id } from '../../ui/id.js';
import { useWhyNot } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { runAfterUndo, toast, toastFailure } from '../../ui/toasts.js';
import { entriesOf, isOfTestKey, messageOf, sentenceOf } from './timeline.js';

function LogTimeline({ id }: { id: string }) {
  return (
    <Loaded query={useQuery(eventsQuery(id))}>
      {(events) => (
        <ol className="logs-timeline" aria-label={t('History')}>
          {entriesOf(events).map(({ type, created, message, times }, position) => (
            <li key={position} className={`logs-event logs-event-${toneOfStatus(type)}`}>
              <span className="row">
                <strong>{isOfTestKey(message) ? t('Rendered') : sentenceOf(type)}</strong>
                {times > 1 && <Badge plain>{tn('{count} time', '{count} times', times)}</Badge>}
              </span>
              <span className="logs-message">{messageOf(message)}</span>
              <span className="caption muted">
                <Time at={created} precise />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  );
}

/** The actions for one mail. */
function LogActions({ log }: { log: Log }) {
  const why = useWhyNot('editor');
  const queries = useQueryClient();
  const router = useRouter();
  const cancelling = useMutation({
    mutationFn: cancel,
    onSuccess: () => toast(t('Cancelled. It will not be sent.')),
    onSettled: () => queries.invalidateQueries({ queryKey: logQuery(log.id).queryKey }),
  });
  // Stay on the page if the user has left in the meantime.
  const show = (receipt_id: string) =>
    router.latestLocation.pathname === `/logs/${log.id}`
      ? router.navigate({ to: '/logs/$logId', params: { logId: receipt_id } })
      : toast(t('Copy sent to {address}.', { address: log.recipient_address }));
  // A mail that is out cannot be called back, so it goes out when there was time to think better of it.
  const sendAgain = () =>
    runAfterUndo(t('A copy will be sent to {address}.', { address: log.recipient_address }), async () => {
      const { receipt_id } = await resend(log.id);
      await show(receipt_id);
    });
  const replayIt = () =>
    runAfterUndo(t('Retrying from the start for {address}.', { address: log.recipient_address }), async () => {
      const {
        replayed: [mail],
        skipped: [refused],
      } = await replay(log.id).finally(() => void queries.invalidateQueries({ queryKey: ['failures'] }));
      if (mail) await show(mail.receipt_id);
      else toastFailure(refused?.reason ?? t('It is no longer among the failures. Send a copy instead.'));
    });
  return (
    <>
      {outcomeOf(log.status) === 'failed' && (
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
    </>
  );
}

const tones: Readonly<Record<Attempt['outcome'], Tone>> = { sent: 'ok', rejected: 'bad', deferred: 'warn' };

/** Each try at handing it to a provider, and the provider's words. */
function LogAttempts({ id }: { id: string }) {
  const { data: espNames } = useQuery(espNamesQuery);
  return (
    <Loaded query={useQuery(attemptsQuery(id))}>
      {(attempts) =>
        attempts.length === 0 ? (
          <p className="muted">{t('No attempts yet.')}</p>
        ) : (
          <ol>
            {attempts.map((attempt) => (
              <li key={attempt.attempt} className="logs-attempt">
                <span className="row">
                  <strong>{t('Attempt {number}', { number: attempt.attempt })}</strong>
                  <Badge tone={tones[attempt.outcome]}>{nameOf(attempt.outcome)}</Badge>
                  {attempt.code !== undefined && <Badge plain>{attempt.code}</Badge>}
                  <span className="muted">
                    {espNames?.get(attempt.esp_account ?? '') ?? attempt.esp_account ?? t('Built-in delivery')}
                  </span>
                </span>
                <code className="logs-message">{attempt.message}</code>
                <span className="row caption muted">
                  <Time at={attempt.started} precise />
                  <span>{t('{count} ms', { count: formatNumber(attempt.milliseconds) })}</span>
                  {attempt.provider_message_id !== undefined && <Id id={attempt.provider_message_id} />}
                </span>
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}

const nameOf = (outcome: Attempt['outcome']): string =>
  ({ sent: t('Accepted'), rejected: t('Refused'), deferred: t('Temporary failure') })[outcome];

const route = getRouteApi('/shell/logs/$logId');

/** One mail: its status, its events and its content. */
export function LogPage() {
  const { logId } = route.useParams();
  const query = useQuery(logQuery(logId));
  const { data: mail } = useQuery(mailQuery(logId));
  const navigate = useNavigate();
  useLive(logId);
  const list = { to: '/logs', search: listSearch(useQueryClient()) } as const;
  useCommands([{ label: t('Back to the list'), keys: 'Escape', hidden: true, run: () => void navigate(list) }]);
  const log = query.data;
  return (
    <Page
      title={mail?.subject ?? log?.email_name ?? t('Email')}
      back={{ ...list, label: t('Logs') }}
      {...(log ? { marks: <Badge tone={toneOfStatus(log.status)}>{nameOfStatus(log.status)}</Badge> } : {})}
      actions={log && <LogActions log={log} />}
    >
      <Loaded query={query}>
        {(found) => (
          <>
            <Verdict log={found} />
            <div className="logs-one">
              <LogTabs id={found.id} />
              <LogProperties log={found} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

const Verdict = ({ log }: { log: Log }) => (
  <div className={`logs-verdict logs-verdict-${toneOfStatus(log.status)}`} role="status">
    <p className="logs-verdict-answer">
      {isOfTestKey(log.message) ? t('No: it was sent with a test key, which delivers nothing.') : verdictOf(log.status)}
    </p>
    <p>
      {messageOf(log.message) !== '' && <>{messageOf(log.message)} · </>}
      <span className="muted">
        <Time at={log.created} />
      </span>
    </p>
  </div>
);

function LogTabs({ id }: { id: string }) {
  const { tab = 'timeline' } = route.useSearch();
  const navigate = useNavigate();
  return (
    <Tabs
      label={t('Parts of the email')}
      shown={tab}
      onShow={(next) => void navigate({ to: '.', search: next === 'timeline' ? {} : { tab: next }, replace: true })}
      tabs={[
        { name: 'timeline', label: t('History'), content: <LogTimeline id={id} /> },
        {
          name: 'mail',
          label: t('Email'),
          content: <LogMail id={id}>{(mail) => <MailView mail={mail} />}</LogMail>,
        },
        {
          name: 'text',
          label: t('Text'),
          content: <LogMail id={id}>{({ text }) => <SourceView text={text} label={t('Copy text')} />}</LogMail>,
        },
        {
          name: 'source',
          label: t('Source'),
          content: <MimeSource id={id} />,
        },
        {
          name: 'data',
          label: t('Data'),
          content: (
            <LogMail id={id}>
              {({ template_data, headers }) => (
                <SourceView text={JSON.stringify({ template_data, headers }, null, 2)} label={t('Copy data')} />
              )}
            </LogMail>
          ),
        },
        { name: 'attempts', label: t('Attempts'), content: <LogAttempts id={id} /> },
      ]}
    />
  );
}

/** Updates while the page is open. */
function useLive(id: string): void {
  const queries = useQueryClient();
  useEventStream((update) => {
    if (update === 'missed' || update.some(({ data }) => data.log_id === id))
      void queries.invalidateQueries({ queryKey: logQuery(id).queryKey });
  });
}
