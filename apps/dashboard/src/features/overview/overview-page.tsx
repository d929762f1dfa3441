import './overview.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, getRouteApi, useNavigate } from '@tanstack/react-router';
import { useReadOnEvents } from '../../api/use-event-stream.js';
import { formatNumber, t } from '../../i18n/texts.js';
import { Reasons } from './reasons.js';
import { FirstSteps } from './first-steps.js';
import { Empty } from '../../ui/empty.js';
import { LiveBadge } from '../../ui/badge.js';
import { Loaded, Skeleton } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { PlainSelect } from '../../ui/field.js';
import { StatisticsOverTime } from './course.js';
import { tilesOf } from './figures.js';
import type { Period } from './queries.js';
import { queueQuery } from '../../api/queue.js';
import { healthOf } from '../esp-accounts/health.js';
import { AccountState } from '../esp-accounts/delivery-state.js';
import { failingQuery, figuresQuery } from './queries.js';
import { Tiles, Waiting } from './tiles.js';
import { nameOfKind } from '../esp-accounts/draft.js';
import { espAccountsQuery } from '../esp-accounts/queries.js';

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
                  {queue && <AccountState health={healthOf(queue.lanes, id)} />}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

/** Mails of the last day that failed or are being retried, by cause (docs/statistics.md#delivery-problems). */
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

/** Volume against the previous period, delivery problems, the queue and the ESP accounts. */
export function OverviewPage() {
  const { period = 'week' } = route.useSearch();
  const navigate = useNavigate();
  const state = useLiveOverview();
  return (
    <Page
      title={t('Overview')}
      marks={<LiveBadge state={state} />}
      actions={
        <PlainSelect
          label={t('Period')}
          value={period}
          options={[
            ['day', t('Last 24 hours')],
            ['week', t('Last 7 days')],
            ['month', t('Last 30 days')],
          ]}
          onChange={(next) => void navigate({ to: '/', search: { period: next as Period }, replace: true })}
        />
      }
    >
      <FirstSteps />
      <FiguresOf period={period} />
      <div className="overview-columns">
        <Failing />
        <div className="stack">
          <Waiting />
          <EspAccounts />
        </div>
      </div>
    </Page>
  );
}

function FiguresOf({ period }: { period: Period }) {
  return (
    <Loaded query={useQuery(figuresQuery(period))} skeleton={<Skeleton height={330} />}>
      {({ now, earlier }) => (
        <>
          <Tiles tiles={tilesOf(now.total, earlier.total)} />
          {[now, earlier].every(({ total }) => total.sent + total.bounced.unique === 0) ? (
            <Empty>{t('No emails in this period')}</Empty>
          ) : (
            <StatisticsOverTime statistics={now} />
          )}
        </>
      )}
    </Loaded>
  );
}

/** Refreshes figures at most once in this time. */
const pauseMs = 4_000;

function useLiveOverview() {
  const queries = useQueryClient();
  return useReadOnEvents(() => {
    void queries.invalidateQueries({ queryKey: ['overview'] });
    void queries.invalidateQueries(queueQuery);
  }, pauseMs);
}
