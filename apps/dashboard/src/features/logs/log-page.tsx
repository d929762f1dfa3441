import './logs.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEventStream } from '../../api/use-event-stream.js';
import { t } from '../../i18n/texts.js';
import { Badge } from '../../ui/badge.js';
import { useCommands } from '../../ui/commands.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Tabs } from '../../ui/tabs.js';
import { Time } from '../../ui/time.js';
import { listSearch } from './log-search.js';
import { LogActions } from './log-actions.js';
import { LogAttempts } from './log-attempts.js';
import { LogFacts } from './log-facts.js';
import { LogMail, MailView, MimeSource, SourceView } from './log-mail.js';
import { nameOfStatus, toneOfStatus, verdictOf } from './log-status.js';
import { LogTimeline } from './log-timeline.js';
import type { Log } from './queries.js';
import { logQuery, mailQuery } from './queries.js';

const route = getRouteApi('/shell/logs/$logId');

/** One mail: whether it went out, what happened to it, and what it was. */
export function LogPage() {
  const { logId } = route.useParams();
  const query = useQuery(logQuery(logId));
  const { data: mail } = useQuery(mailQuery(logId));
  const navigate = useNavigate();
  useLive(logId);
  const list = { to: '/logs', search: listSearch(useQueryClient()) } as const;
  useCommands([{ label: t('Back to the list'), keys: 'Escape', unlisted: true, run: () => void navigate(list) }]);
  const log = query.data;
  return (
    <Page
      title={mail?.subject ?? log?.email_name ?? t('A mail')}
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
              <LogFacts log={found} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

const Verdict = ({ log }: { log: Log }) => (
  <div className={`logs-verdict logs-verdict-${toneOfStatus(log.status)}`} role="status">
    <p className="logs-verdict-answer">{verdictOf(log.status)}</p>
    <p>
      {log.message}{' '}
      <span className="muted">
        · <Time at={log.created} />
      </span>
    </p>
  </div>
);

function LogTabs({ id }: { id: string }) {
  const { tab = 'timeline' } = route.useSearch();
  const navigate = useNavigate();
  return (
    <Tabs
      label={t('Parts of the mail')}
      shown={tab}
      onShow={(next) => void navigate({ to: '.', search: next === 'timeline' ? {} : { tab: next }, replace: true })}
      tabs={[
        { name: 'timeline', label: t('What happened'), content: <LogTimeline id={id} /> },
        {
          name: 'mail',
          label: t('The mail'),
          content: <LogMail id={id}>{(mail) => <MailView mail={mail} />}</LogMail>,
        },
        {
          name: 'text',
          label: t('Text'),
          content: <LogMail id={id}>{({ text }) => <SourceView text={text} label={t('Copy the text')} />}</LogMail>,
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
                <SourceView text={JSON.stringify({ template_data, headers }, null, 2)} label={t('Copy the data')} />
              )}
            </LogMail>
          ),
        },
        { name: 'attempts', label: t('Attempts'), content: <LogAttempts id={id} /> },
      ]}
    />
  );
}

/** What happens to it while it is looked at is seen at once. */
function useLive(id: string): void {
  const queries = useQueryClient();
  useEventStream((news) => {
    if (news === 'missed' || news.some(({ data }) => data.log_id === id))
      void queries.invalidateQueries({ queryKey: logQuery(id).queryKey });
  });
}
