import './logs.css';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, lazy, useCallback, useEffect, useMemo, useState } from 'react';
import { perLanguage, useLanguage } from '../../i18n/language.js';
import { t } from '../../i18n/texts.js';
import { Empty, firstSend } from '../../ui/empty.js';
import { Failure } from '../../ui/failure.js';
import { Page } from '../../ui/page.js';
import { SearchField } from '../../ui/search-field.js';
import { SkeletonRows } from '../../ui/loaded.js';
import { useStandingError } from '../../ui/save-with-conflict-check.js';
import type { Column, Selection } from '../../ui/table.js';
import { Table } from '../../ui/table.js';
import { Badge, LiveBadge } from '../../ui/badge.js';
import { ExportDialog } from './export-dialog.js';
import { FilterChips, LogFilters } from './log-filters.js';
import type { LogSearch, LogSearchChanges, LogTab, LogsSearch } from './log-search.js';
import { getFilters, inMode, keepListSearch } from './log-search.js';
import type { FoundLog, LogBatch } from './queries.js';
import { emptyRun, logsQuery, readHead, getRows } from './queries.js';
import { useMode } from '../../session/mode.js';
import { Time } from '../../ui/time.js';
import { nameOfStatus, getOutcome, toneOfStatus } from './log-status.js';
import type { StreamState } from '../../api/event-stream.js';
import { mergeFirstPage } from '../../api/pages.js';
import { useReadOnEvents } from '../../api/use-event-stream.js';
import { Button } from '../../ui/button.js';
import { classes } from '../../ui/classes.js';
import { useIsNarrow, useWindowWidth } from '../../ui/narrow.js';
import { toastFailure } from '../../ui/toasts.js';
import { BulkActions } from './bulk-actions.js';
import { ViewsDialog } from './views-dialog.js';
import { rich } from '../../i18n/rich.js';

/** The code of the panel loads after the list. */
const LogPanel = lazy(() => import('./log-panel.js').then(({ LogPanel: component }) => ({ default: component })));

type Props = {
  readonly pages: readonly LogBatch[];
  readonly isReading: boolean;
  readonly hasMore: boolean;
  readonly onMore: () => void;
};

/** How far back the search went, and whether more logs remain. */
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

/** Refreshes the first page at most once in this time. */
const pauseMs = 1_500;

/** Keeps the start of the list unchanged while the user views it. */
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

/** The API uses the English name "No template". */
const nameOfTemplate = ({ email_id, email_name }: FoundLog): string =>
  email_id === '' ? t('No template') : email_name;

const logColumns = perLanguage((): readonly Column<FoundLog>[] => [
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
      subject ?? <span className="muted">{getOutcome(status) === 'waiting' ? t('Pending') : t('not stored')}</span>,
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
]);

const route = getRouteApi('/shell/logs');
/** The number of pages without a match that load automatically. After them the user continues the search. */
const maxEmptyRun = 6;
/** The width of a window with room for an email next to the list. */
const hasRoom = (px: number): boolean => px >= 1_100;

/** The list of logs with a search field. In a wide window, an email opens next to it. */
export function LogsPage() {
  const given = route.useSearch();
  const { log, tab } = given;
  const mode = useMode();
  const filters = useMemo(() => getFilters(given), [given]);
  const search = useMemo(() => inMode(filters, mode), [filters, mode]);
  const navigate = useNavigate();
  const isWide = useWindowWidth(hasRoom);
  const change = useCallback(
    (changes: LogSearchChanges) =>
      void navigate({ to: '/logs', search: (old) => ({ ...old, ...changes }) as LogsSearch, replace: true }),
    [navigate],
  );
  const open = (view: LogSearch) => void navigate({ to: '/logs', search: view });
  const find = useCallback((q: string) => change({ q: q || undefined }), [change]);
  const state = useLiveLogs(search);
  const [openDialog, setOpenDialog] = useState<'views' | 'export'>();
  const close = () => setOpenDialog(undefined);
  const queries = useQueryClient();
  useEffect(() => keepListSearch(queries, search), [queries, search]);
  if (log !== undefined && !isWide)
    return <Navigate to="/logs/$logId" params={{ logId: log }} search={tab === undefined ? {} : { tab }} replace />;
  return (
    <Page
      title={t('Logs')}
      marks={<LiveBadge state={state} />}
      fill
      actions={
        <>
          <Button onClick={() => setOpenDialog('views')}>{t('Saved views')}</Button>
          <Button icon="download" onClick={() => setOpenDialog('export')}>
            {t('Export CSV')}
          </Button>
        </>
      }
    >
      <div className="logs-filters">
        <SearchField
          label={t('Search by address, ID, subject, template or tag')}
          value={search.q ?? ''}
          onChange={find}
        />
        <LogFilters search={filters} onChange={change} />
      </div>
      <FilterChips search={filters} onChange={change} />
      <div className={classes('logs-list', log !== undefined && 'logs-list-beside')}>
        <div className="logs-found">
          <Found filters={filters} search={search} isWide={isWide} log={log} tab={tab} />
        </div>
        {log !== undefined && (
          <Suspense fallback={<SkeletonRows />}>
            <LogPanel key={log} id={log} tab={tab} />
          </Suspense>
        )}
      </div>
      {openDialog === 'views' && <ViewsDialog search={filters} onOpen={open} onClose={close} />}
      {openDialog === 'export' && <ExportDialog search={search} onClose={close} />}
    </Page>
  );
}

type FoundProps = {
  readonly filters: LogSearch;
  /** The filters for the current mode. */
  readonly search: LogSearch;
  readonly isWide: boolean;
  readonly log: string | undefined;
  readonly tab: LogTab | undefined;
};

function Found({ filters, search, isWide, log, tab }: FoundProps) {
  const found = useInfiniteQuery(logsQuery(search));
  const { data, refetch, hasNextPage, isFetching, fetchNextPage } = found;
  const error = useStandingError(found);
  const rows = useMemo(() => getRows(data?.pages ?? []), [data]);
  const columns = logColumns(useLanguage());
  const goOn = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const getHref = useHref(filters, isWide, tab);
  const { selected, selection, clear } = useSelection(rows);
  // Wide windows have room for the address.
  const isPhone = useIsNarrow();
  if (error && data === undefined) return <Failure error={error} retry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows count={12} />;
  const hasLooked = emptyRun(data.pages) >= maxEmptyRun;
  return (
    <>
      {error && <Failure error={error} retry={() => void refetch()} />}
      <BulkActions logs={selected} onClear={clear} />
      {rows.length === 0 && !hasNextPage ? (
        <NothingFound
          isFiltered={Object.values(filters).some((value) => value !== undefined)}
          isTest={search.test === 'true'}
        />
      ) : (
        <Table<FoundLog>
          label={t('Emails')}
          rows={rows}
          columns={columns}
          getKey={({ id }) => id}
          getHref={getHref}
          opened={log}
          selection={isPhone ? undefined : selection}
          onEnd={hasNextPage && !isFetching && !hasLooked && !error ? goOn : undefined}
          end={<LogsEnd pages={data.pages} isReading={isFetching} hasMore={hasNextPage} onMore={goOn} />}
        />
      )}
    </>
  );
}

const maxSelected = 100;

/** The selected rows that are in the list. A filter removes the others from the selection. */
function useSelection(rows: readonly FoundLog[]) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const selected = rows.filter(({ id }) => keys.has(id));
  const selection: Selection<FoundLog> = {
    keys,
    getName: ({ recipient_address }) => recipient_address,
    onChange: (changed, isSelected) => {
      const next = new Set(selected.map(({ id }) => id));
      for (const { id } of changed)
        if (isSelected) next.add(id);
        else next.delete(id);
      if (next.size > maxSelected) toastFailure(t('At most {count} emails can be selected.', { count: maxSelected }));
      setKeys(new Set([...next].slice(0, maxSelected)));
    },
  };
  return { selected, selection, clear: () => setKeys(new Set()) };
}

/** The URL of an email: next to the list, with its filters, if there is room. */
function useHref(search: LogSearch, isWide: boolean, tab: LogTab | undefined): (log: FoundLog) => string {
  const router = useRouter();
  if (!isWide) return ({ id }) => `/logs/${id}`;
  const { searchStr } = router.buildLocation({ to: '/logs', search: { ...search, ...(tab && { tab }) } });
  return ({ id }) => `/logs${searchStr === '' ? '?' : `${searchStr}&`}log=${id}`;
}

function NothingFound({ isFiltered, isTest }: { readonly isFiltered: boolean; readonly isTest: boolean }) {
  if (isFiltered) return <Empty>{t('No emails match.')}</Empty>;
  if (isTest) return <Empty>{t('No emails of test keys yet.')}</Empty>;
  return <Empty example={firstSend}>{t('No emails yet. Test mode shows those of test keys.')}</Empty>;
}
