import './logs.css';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { t } from '../../i18n/texts.js';
import { Empty } from '../../ui/empty.js';
import { Failure } from '../../ui/failure.js';
import { Page } from '../../ui/page.js';
import { SearchField } from '../../ui/search-field.js';
import { SkeletonRows } from '../../ui/loaded.js';
import { useStandingError } from '../../ui/careful-save.js';
import { Table } from '../../ui/table.js';
import { LiveBadge } from '../../ui/badge.js';
import { logColumns } from './log-columns.js';
import { LogFilters } from './log-filters.js';
import type { LogSearch } from './log-search.js';
import { keepListSearch } from './log-search.js';
import type { FoundLog } from './queries.js';
import { emptyRun, logsQuery, rowsOf } from './queries.js';
import { LogsEnd } from './logs-end.js';
import { useLiveLogs } from './use-live-logs.js';

const route = getRouteApi('/shell/logs');
/** So many pages without a find are read on by themselves; a rare word is not looked for through all of history unasked. */
const maxEmptyRun = 6;

/** All mails, found by one field. */
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
        <SearchField label={t('Address, id, subject, template or tag')} value={search.q ?? ''} onChange={find} />
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
  if (rows.length === 0 && !hasNextPage) return <NothingFound isFiltered={Object.keys(search).length > 0} />;
  return (
    <>
      {error && <Failure error={error} retry={() => void refetch()} />}
      <Table<FoundLog>
        label={t('Mails')}
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
  isFiltered ? (
    <Empty>{t('No mail is like that. A whole address or id is looked for in all that is kept.')}</Empty>
  ) : (
    <Empty example={{ path: '/send', body: { template: 'tem_…', recipient: { address: 'ada@example.com' } } }}>
      {t('Every mail that is sent stands here, and what became of it. None was sent yet.')}
    </Empty>
  );
