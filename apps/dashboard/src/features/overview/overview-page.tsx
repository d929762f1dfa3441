import './overview.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useReadOnEvents } from '../../api/use-event-stream.js';
import { t } from '../../i18n/texts.js';
import { Empty } from '../../ui/empty.js';
import { LiveBadge } from '../../ui/badge.js';
import { Loaded, Skeleton } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { PlainSelect } from '../../ui/field.js';
import { Course } from './course.js';
import { EspAccounts } from './esp-accounts.js';
import { Failing } from './failing.js';
import { tilesOf } from './figures.js';
import type { Period } from './periods.js';
import { figuresQuery } from './queries.js';
import { Tiles, Waiting } from './tiles.js';

const route = getRouteApi('/shell/');

/** How it goes: how much went out against the time before, what fails and why, what waits, and through whom it goes. */
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
            <Empty example={{ path: '/send', body: { template: 'tem_…', recipient: { address: 'ada@example.com' } } }}>
              {t('Here you will see how much mail goes out and what becomes of it. None was sent in this time.')}
            </Empty>
          ) : (
            <Course statistics={now} />
          )}
        </>
      )}
    </Loaded>
  );
}

/** Figures follow within seconds; however much happens, they are read once in so long. */
const pauseMs = 4_000;

function useLiveOverview() {
  const queries = useQueryClient();
  return useReadOnEvents(() => void queries.invalidateQueries({ queryKey: ['overview'] }), pauseMs);
}
