import './statistics.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../i18n/texts.js';
import { Empty } from '../../ui/empty.js';
import { Loaded, Skeleton } from '../../ui/loaded.js';
import type { Statistics as StatisticsOfPeriod } from './figures.js';
import { StatisticsOverTime } from './over-time.js';
import type { PeriodSearch } from './periods.js';
import type { StatisticsFilter } from './queries.js';
import { statisticsQuery } from './queries.js';
import { Tiles } from './tiles.js';

type Props = {
  readonly period: PeriodSearch;
  readonly filter?: StatisticsFilter;
  readonly refetchInterval?: number;
  /** Further content of the page, below the statistics. */
  readonly children?: (statistics: StatisticsOfPeriod) => ReactNode;
};

/** The statistics of a period, compared with the previous one and over time. */
export function Statistics({ period, filter = {}, refetchInterval, children }: Props) {
  const query = useQuery({
    ...statisticsQuery(period, filter),
    ...(refetchInterval === undefined ? {} : { refetchInterval }),
  });
  return (
    <Loaded query={query} skeleton={<Skeleton height={330} />}>
      {({ now, earlier, isUtc }) => (
        <>
          <Tiles current={now.total} before={earlier.total} />
          {[now, earlier].every(({ total }) => total.sent + total.bounced.unique === 0) ? (
            <Empty>{t('No emails in this period')}</Empty>
          ) : (
            <>
              <StatisticsOverTime statistics={now} isUtc={isUtc} filter={filter} />
              {children?.(now)}
            </>
          )}
        </>
      )}
    </Loaded>
  );
}
