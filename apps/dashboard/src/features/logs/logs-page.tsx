import './logs.css';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { t } from '../../i18n/texts.js';
import { Empty, firstSend } from '../../ui/empty.js';
import { Failure } from '../../ui/failure.js';
import { Page } from '../../ui/page.js';
import { SearchField } from '../../ui/search-field.js';
import { SkeletonRows } from '../../ui/loaded.js';
import { useStandingError } from '../../ui/careful-save.js';
import type { Column } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Badge, LiveBadge } from '../../ui/badge.js';
import type { LogSearch, Since } from './log-search.js';
import { keepListSearch } from './log-search.js';
import type { FoundLog, LogBatch } from './queries.js';
import { emptyRun, espNamesQuery, logsQuery, readHead, rowsOf } from './queries.js';
import { Time } from '../../ui/time.js';
import type { Outcome } from './log-status.js';
import { nameOfOutcome, nameOfStatus, outcomeOf, outcomes, toneOfStatus } from './log-status.js';
import type { StreamState } from '../../api/event-stream.js';
import { mergeFirstPage } from '../../api/pages.js';
import { useReadOnEvents } from '../../api/use-event-stream.js';
import { Button } from '../../ui/button.js';
import { shortId } from '../../ui/id.js';
import { PlainSelect } from '../../ui/field.js';
import { rich } from '../../i18n/rich.js';

type Props = {
  readonly pages: readonly LogBatch[];
  readonly isReading: boolean;
  readonly hasMore: boolean;
  readonly onMore: () => void;
};

/** How far was looked, and whether there is more. */
function LogsEnd({ pages, isReading, hasMore, onMore }: Props) {
  if (isReading) return <>{t('Searching older emails …')}</>;
  if (!hasMore) return <>{t('End of results')}</>;
  const searchedTo = pages.at(-1)?.searched_to;
  return (
    <span className="row">
      {searchedTo ? rich('Searched back to {when}.', { when: <Time at={searchedTo} /> }) : undefined}
      <Button onClick={onMore}>{t('Search older emails')}</Button>
    </span>
  );
}

type Change = (changes: { [Name in keyof LogSearch]: LogSearch[Name] | undefined }) => void;

/** Filters. All are in the URL, so that it can be shared. */
function LogFilters({ search, onChange }: { search: LogSearch; onChange: Change }) {
  const { data: espNames } = useQuery(espNamesQuery);
  return (
    <>
      <PlainSelect
        label={t('Outcome')}
        value={search.outcome}
        options={[
          ['', t('Any outcome')],
          ...(Object.keys(outcomes) as Outcome[]).map((name) => [name, nameOfOutcome(name)] as const),
        ]}
        onChange={(outcome) => onChange({ outcome: outcome as Outcome | undefined })}
      />
      <PlainSelect
        label={t('Time')}
        value={search.since}
        options={[
          ['', t('Any time')],
          ['hour', t('Last hour')],
          ['day', t('Last 24 hours')],
          ['week', t('Last 7 days')],
          ['month', t('Last 30 days')],
        ]}
        onChange={(since) => onChange({ since: since as Since | undefined })}
      />
      {espNames !== undefined && espNames.size > 0 && (
        <PlainSelect
          label={t('ESP account')}
          value={search.esp_account}
          options={[['', t('Any ESP account')], ...espNames]}
          onChange={(esp_account) => onChange({ esp_account })}
        />
      )}
      <PlainSelect
        label={t('Keys')}
        value={search.test}
        options={[
          ['', t('Live and test')],
          ['false', t('Live')],
          ['true', t('Test')],
        ]}
        onChange={(test) => onChange({ test: test as LogSearch['test'] })}
      />
      {search.template !== undefined && (
        <Button icon="close" onClick={() => onChange({ template: undefined })}>
          {t('Template {id}', { id: shortId(search.template) })}
        </Button>
      )}
      {search.tag !== undefined && (
        <Button icon="close" title={search.tag} onClick={() => onChange({ tag: undefined })}>
          {t('Tag {tag}', { tag: search.tag })}
        </Button>
      )}
    </>
  );
}

/** Refreshes the first page at most once in this time. */
const pauseMs = 1_500;

/** Keeps the head of the list as it is, while it is being looked at. */
function useLiveLogs(search: LogSearch): StreamState {
  const queries = useQueryClient();
  const { queryKey } = logsQuery(search);
  const read = async (): Promise<void> => {
    const head = await readHead(search).catch(() => undefined);
    if (head === undefined) return;
    queries.setQueryData(queryKey, (old) => old && mergeFirstPage(old, head, ({ id }) => id));
  };
  return useReadOnEvents(() => void read(), pauseMs);
}

/** The API writes "No template" as the name, in English. */
const nameOfTemplate = ({ email_id, email_name }: FoundLog): string =>
  email_id === '' ? t('No template') : email_name;

const logColumns = (): readonly Column<FoundLog>[] => [
  {
    name: 'recipient',
    head: t('Recipient'),
    width: 'minmax(180px, 3fr)',
    narrow: 'minmax(0, 3fr)',
    cell: (log) => (
      <>
        <span className="ui-table-main">{log.recipient_address}</span>
        <span className="ui-table-more">{log.subject ?? nameOfTemplate(log)}</span>
      </>
    ),
  },
  {
    name: 'subject',
    head: t('Subject'),
    width: 'minmax(0, 4fr)',
    wide: true,
    cell: ({ subject, status }) =>
      subject ?? <span className="muted">{outcomeOf(status) === 'waiting' ? t('Pending') : t('not stored')}</span>,
  },
  { name: 'template', head: t('Template'), width: 'minmax(0, 2fr)', wide: true, cell: nameOfTemplate },
  {
    name: 'status',
    head: t('Status'),
    width: '168px',
    narrow: '118px',
    cell: ({ status, test }) => (
      <>
        <Badge tone={toneOfStatus(status)}>{nameOfStatus(status)}</Badge>
        {test && (
          <>
            {' '}
            <Badge plain>{t('Test')}</Badge>
          </>
        )}
      </>
    ),
  },
  {
    name: 'created',
    head: t('Time'),
    width: '92px',
    narrow: '80px',
    figures: true,
    cell: ({ created }) => <Time at={created} />,
  },
];

const route = getRouteApi('/shell/logs');
/** Pages without a match that load automatically; after them the user continues the search. */
const maxEmptyRun = 6;

/** The list of logs with one search field. */
export function LogsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = useCallback(
    (changes: { [Name in keyof LogSearch]: LogSearch[Name] | undefined }) =>
      void navigate({ to: '/logs', search: (old) => ({ ...old, ...changes }) as LogSearch, replace: true }),
    [navigate],
  );
  const find = useCallback((q: string) => change({ q: q || undefined }), [change]);
  const state = useLiveLogs(search);
  const queries = useQueryClient();
  useEffect(() => keepListSearch(queries, search), [queries, search]);
  return (
    <Page title={t('Logs')} marks={<LiveBadge state={state} />} fill>
      <div className="logs-filters">
        <SearchField
          label={t('Search by address, ID, subject, template or tag')}
          value={search.q ?? ''}
          onChange={find}
        />
        <LogFilters search={search} onChange={change} />
      </div>
      <Found search={search} />
    </Page>
  );
}

function Found({ search }: { search: LogSearch }) {
  const found = useInfiniteQuery(logsQuery(search));
  const { data, refetch, hasNextPage, isFetching, fetchNextPage } = found;
  const error = useStandingError(found);
  const rows = useMemo(() => rowsOf(data?.pages ?? []), [data]);
  const columns = useMemo(() => logColumns(), []);
  const goOn = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  if (error && data === undefined) return <Failure error={error} retry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows count={12} />;
  const hasLooked = emptyRun(data.pages) >= maxEmptyRun;
  if (rows.length === 0 && !hasNextPage)
    return <NothingFound isFiltered={Object.values(search).some((value) => value !== undefined)} />;
  return (
    <>
      {error && <Failure error={error} retry={() => void refetch()} />}
      <Table<FoundLog>
        label={t('Emails')}
        rows={rows}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/logs/${id}`}
        onEnd={hasNextPage && !isFetching && !hasLooked && !error ? goOn : undefined}
        end={<LogsEnd pages={data.pages} isReading={isFetching} hasMore={hasNextPage} onMore={goOn} />}
      />
    </>
  );
}

const NothingFound = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? <Empty>{t('No emails match.')}</Empty> : <Empty example={firstSend}>{t('No emails yet.')}</Empty>;
