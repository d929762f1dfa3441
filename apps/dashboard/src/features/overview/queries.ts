import { queryOptions } from '@tanstack/react-query';
import { unwrap, api } from '../../api/client.js';
import type { PeriodSearch } from '../statistics/periods.js';
import { validatePeriod } from '../statistics/periods.js';
import type { StatisticsFilter } from '../statistics/queries.js';

/** The search parameters of the overview. */
export interface OverviewSearch extends PeriodSearch {
  readonly tag?: string | undefined;
}

export const overviewSearch = (search: Record<string, unknown>): OverviewSearch => {
  const { tag } = search;
  return { ...validatePeriod(search), tag: typeof tag === 'string' && tag !== '' ? tag : undefined };
};

const day = 86_400;

export const toFilter = ({ tag }: OverviewSearch): StatisticsFilter => (tag === undefined ? {} : { tag });

/** Failed and retrying emails of the last day. The newest hundred determine the causes. */
export const failingQuery = queryOptions({
  queryKey: ['overview', 'failing'],
  queryFn: async ({ signal }) => {
    const query = {
      status: 'bounced,dropped,failed_to_send,failed_to_queue,deferred',
      created_gte: Math.floor(Date.now() / 1000) - day,
      test: 'false' as const,
      count: 100,
    };
    return unwrap(api.GET('/logs/search', { params: { query }, signal }));
  },
});
