import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { unwrap, api } from '../../api/client.js';
import type { PeriodSearch } from './periods.js';
import { toRanges } from './periods.js';

/** Only emails of a template, an ESP account or a tag. */
export interface StatisticsFilter {
  readonly template?: string;
  readonly esp_account?: string;
  readonly tag?: string;
}

export const statisticsKey = ['statistics'] as const;

/** Loads both periods, so that they appear together. */
export const statisticsQuery = ({ period, from, to }: PeriodSearch, filter: StatisticsFilter = {}) =>
  queryOptions({
    queryKey: [...statisticsKey, filter, { period, from, to }],
    queryFn: async ({ signal }) => {
      const { current, before, isUtc } = toRanges({ period, from, to }, Date.now());
      const zone = isUtc ? {} : { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
      const read = (range: typeof current) =>
        unwrap(api.GET('/stats', { params: { query: { ...range, ...zone, ...filter } }, signal }));
      const [now, earlier] = await Promise.all([read(current), read(before)]);
      return { now, earlier, isUtc };
    },
    placeholderData: keepPreviousData,
  });
