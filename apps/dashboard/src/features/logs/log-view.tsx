import './logs.css';
import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEventStream } from '../../api/use-event-stream.js';
import { formatNumber, t, tn } from '../../i18n/texts.js';
import type { Tone } from '../../ui/badge.js';
import { Badge } from '../../ui/badge.js';
import { Id } from '../../ui/id.js';
import { Loaded } from '../../ui/loaded.js';
import { Tabs } from '../../ui/tabs.js';
import { Time } from '../../ui/time.js';
import { LogMail, MailView, MimeSource, SourceView } from './log-mail.js';
import { suppressionsOfQuery } from '../suppressions/queries.js';
import { EspAccountLink, LogProperties } from './log-properties.js';
import type { LogTab } from './log-search.js';
import { getOutcome, nameOfStatus, toneOfStatus, getVerdict } from './log-status.js';
import type { Attempt, Log } from './queries.js';
import { attemptsQuery, eventsQuery, logQuery, mailQuery } from './queries.js';
import { toEntries, isOfTestKey, formatMessage, getSentence } from './timeline.js';

function LogTimeline({ id }: { id: string }) {
  return (
    <Loaded query={useQuery(eventsQuery(id))}>
      {(events) => (
        <ol className="logs-timeline" aria-label={t('History')}>
          {toEntries(events).map(({ type, created, message, times }, position) => (
            <li key={position} className={`logs-event logs-event-${toneOfStatus(type)}`}>
              <span className="row">
                <strong>{isOfTestKey(message) ? t('Rendered') : getSentence(type)}</strong>
                {times > 1 && <Badge plain>{tn('{count} time', '{count} times', times)}</Badge>}
              </span>
              <span className="logs-message">{formatMessage(message)}</span>
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

const tones: Readonly<Record<Attempt['outcome'], Tone>> = { sent: 'ok', rejected: 'bad', deferred: 'warn' };

/** The attempts to hand the email to a provider, with the provider's responses. */
function LogAttempts({ id }: { id: string }) {
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
                  <Badge tone={tones[attempt.outcome]}>{getOutcomeName(attempt.outcome)}</Badge>
                  {attempt.code !== undefined && <Badge plain>{attempt.code}</Badge>}
                  <span className="muted">
                    <EspAccountLink id={attempt.esp_account} absent={t('Built-in delivery')} />
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

const getOutcomeName = (outcome: Attempt['outcome']): string =>
  ({ sent: t('Accepted'), rejected: t('Rejected'), deferred: t('Temporary failure') })[outcome];

const Verdict = ({ log }: { log: Log }) => (
  <div className={`logs-verdict logs-verdict-${toneOfStatus(log.status)}`} role="status">
    <p className="logs-verdict-answer">
      {isOfTestKey(log.message)
        ? t('No. It was sent with a test key, which delivers nothing.')
        : getVerdict(log.status)}
    </p>
    <p>
      {formatMessage(log.message) !== '' && <>{formatMessage(log.message)} · </>}
      <span className="muted">
        <Time at={log.created} />
      </span>
    </p>
    {getOutcome(log.status) === 'failed' && <SuppressionLink email={log.recipient_address} />}
  </div>
);

function SuppressionLink({ email }: { email: string }) {
  const { data = [] } = useQuery(suppressionsOfQuery(email));
  if (data.length === 0) return null;
  return (
    <Link to="/suppressions" search={{ search: email }}>
      {t('View suppressions')}
    </Link>
  );
}

type TabsProps = { readonly tab: LogTab | undefined; readonly onTab: (tab: LogTab | undefined) => void };

const LogTabs = ({ id, tab, onTab }: TabsProps & { id: string }) => (
  <Tabs
    label={t('Parts of the email')}
    shown={tab ?? 'timeline'}
    onShow={(next) => onTab(next === 'timeline' ? undefined : next)}
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

/** An email and its title, up to date while it is shown. */
export function useLog(id: string): { readonly query: UseQueryResult<Log>; readonly title: string } {
  useLive(id);
  const query = useQuery(logQuery(id));
  const { data: mail } = useQuery(mailQuery(id));
  return { query, title: mail?.subject ?? query.data?.email_name ?? t('Email') };
}

export const LogStatusBadge = ({ log: { status } }: { log: Log }) => (
  <Badge tone={toneOfStatus(status)}>{nameOfStatus(status)}</Badge>
);

/** One email: its status, its events and its content. */
export const LogView = ({ query, ...tabs }: TabsProps & { query: UseQueryResult<Log> }) => (
  <Loaded query={query}>
    {(log) => (
      <>
        <Verdict log={log} />
        <div className="logs-one">
          <LogTabs id={log.id} {...tabs} />
          <LogProperties log={log} />
        </div>
      </>
    )}
  </Loaded>
);

/** Updates while the page is open. */
function useLive(id: string): void {
  const queries = useQueryClient();
  useEventStream((update) => {
    if (update === 'missed' || update.some(({ data }) => data.log_id === id))
      void queries.invalidateQueries({ queryKey: logQuery(id).queryKey });
  });
}
