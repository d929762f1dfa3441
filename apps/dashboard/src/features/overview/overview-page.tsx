import './overview.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queueQuery } from '../../api/queue.js';
import { useReadOnEvents } from '../../api/use-event-stream.js';
import { formatNumber, t } from '../../i18n/texts.js';
import { LiveBadge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Time } from '../../ui/time.js';
import { AccountState } from '../esp-accounts/delivery-state.js';
import { nameOfKind } from '../esp-accounts/draft.js';
import { getHealth } from '../esp-accounts/health.js';
import { espAccountsQuery } from '../esp-accounts/queries.js';
import { TagDialog } from '../logs/filter-dialogs.js';
import { PeriodFilter } from '../statistics/period-filter.js';
import { statisticsKey } from '../statistics/queries.js';
import { Statistics } from '../statistics/statistics.js';
import { FirstSteps } from './first-steps.js';
import type { OverviewSearch } from './queries.js';
import { failingQuery, toFilter } from './queries.js';
import { Reasons } from './reasons.js';

/** The ESP accounts and their queues. */
function EspAccounts() {
  const { data: queue } = useQuery(queueQuery);
  return (
    <section className="ui-card" aria-labelledby="overview-esp">
      <h2 id="overview-esp">{t('ESP accounts')}</h2>
      <Loaded query={useQuery(espAccountsQuery)}>
        {(accounts) =>
          accounts.length === 0 ? (
            <p className="muted">
              {t('No provider connected. Emails use the built-in delivery of this installation.')}
            </p>
          ) : (
            <ul className="overview-list">
              {accounts.map(({ id, name, esp_type, rate_per_second, fallback }) => (
                <li key={id} className="overview-item">
                  <span className="overview-reason">
                    <Link to="/esp_accounts/$id" params={{ id }}>
                      {name}
                    </Link>
                    <span className="caption muted">
                      {[
                        nameOfKind(esp_type),
                        rate_per_second !== undefined && t('{rate} per second', { rate: rate_per_second }),
                        fallback !== undefined && t('with failover'),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  {queue && <AccountState health={getHealth(queue.lanes, id)} />}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

/** Emails of the last day that failed or are being retried, by cause (docs/statistics.md#delivery-problems). */
const Failing = () => (
  <section className="ui-card" aria-labelledby="overview-failing">
    <div className="row">
      <h2 id="overview-failing">{t('Delivery problems')}</h2>
      <span className="caption muted">{t('Last 24 hours')}</span>
      <span className="spacer" />
      <Link to="/logs" search={{ outcome: 'failed', since: 'day' }}>
        {t('View failed emails')}
      </Link>
    </div>
    <Loaded query={useQuery(failingQuery)}>
      {({ data, next_cursor }) =>
        data.length === 0 ? (
          <p className="muted">{t('No delivery problems')}</p>
        ) : (
          <>
            {next_cursor !== null && (
              <p className="caption muted">{t('Based on the latest {count}', { count: formatNumber(data.length) })}</p>
            )}
            <Reasons logs={data} />
          </>
        )
      }
    </Loaded>
  </section>
);

const route = getRouteApi('/shell/');

/** Statistics against the previous period, delivery problems, the queue and the ESP accounts. */
export function OverviewPage() {
  const search = route.useSearch();
  const { tag, ...period } = search;
  const navigate = useNavigate();
  const state = useLiveOverview();
  const [isChoosing, setIsChoosing] = useState(false);
  const show = (next: OverviewSearch) => void navigate({ to: '/', search: next, replace: true });
  return (
    <Page
      title={t('Overview')}
      marks={<LiveBadge state={state} />}
      actions={
        <>
          {tag === undefined ? (
            <Button onClick={() => setIsChoosing(true)}>{t('Tag')}</Button>
          ) : (
            <Button icon="close" title={t('Remove filter')} onClick={() => show(period)}>
              {t('{filter}: {value}', { filter: t('Tag'), value: tag })}
            </Button>
          )}
          <PeriodFilter search={period} onChange={(next) => show({ ...next, tag })} />
        </>
      }
    >
      <FirstSteps />
      <Statistics period={period} filter={toFilter(search)} />
      <div className="overview-columns">
        <Failing />
        <div className="stack">
          <Queued />
          <EspAccounts />
        </div>
      </div>
      {isChoosing && (
        <TagDialog onClose={() => setIsChoosing(false)} onChoose={(chosen) => show({ ...period, tag: chosen })} />
      )}
    </Page>
  );
}

/** Refreshes the statistics at most once in this time. */
const pauseMs = 4_000;

function useLiveOverview() {
  const queries = useQueryClient();
  return useReadOnEvents(() => {
    void queries.invalidateQueries({ queryKey: statisticsKey });
    void queries.invalidateQueries(failingQuery);
    void queries.invalidateQueries(queueQuery);
  }, pauseMs);
}

/** The number of queued emails, and the due time of the oldest. */
const Queued = () => (
  <section className="ui-card" aria-labelledby="overview-waiting">
    <div className="row">
      <h2 id="overview-waiting">{t('Queued')}</h2>
      <span className="spacer" />
      <Link to="/logs" search={{ outcome: 'waiting' }}>
        {t('Show')}
      </Link>
    </div>
    <Loaded query={useQuery(queueQuery)}>
      {({ waiting, oldest_due }) => (
        <p>
          <span className="overview-value">{formatNumber(waiting)}</span> <span className="muted">{t('queued')}</span>
          {oldest_due !== undefined && (
            <>
              <br />
              {t('Oldest due')} <Time at={oldest_due} />
            </>
          )}
        </p>
      )}
    </Loaded>
  </section>
);
