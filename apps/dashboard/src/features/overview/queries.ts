import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';

const periods = ['day', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

type Range = { readonly by: 'hour' | 'day'; readonly from: number; readonly to: number };

const hour = 3_600;
const hours = 24;
const days = { week: 7, month: 30 } as const;

/** The period up to now, and as long a one before it, in whole hours or in days of the reader. */
export function rangesOf(period: Period, now: number): { readonly current: Range; readonly before: Range } {
  if (period === 'day') {
    const to = (Math.floor(now / 1000 / hour) + 1) * hour;
    return ranges('hour', [to - 2 * hours * hour, to - hours * hour, to]);
  }
  const count = days[period];
  return ranges('day', [midnight(now, 1 - 2 * count), midnight(now, 1 - count), midnight(now, 1)]);
}

/** The same local time this many days later, across changes of daylight saving; in Unix seconds. */
function midnight(now: number, daysLater: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime() / 1000;
}

const ranges = (by: Range['by'], [begin, middle, end]: readonly [number, number, number]) => ({
  current: { by, from: middle, to: end },
  before: { by, from: begin, to: middle },
});

/** Returns an explicit undefined for an invalid period, since the router keeps omitted parameters. */
export const validatePeriod = ({ period }: Record<string, unknown>): { period?: Period | undefined } => ({
  period: periods.find((name) => name === period),
});

/** Both periods, so that neither is shown without the other. */
export const figuresQuery = (period: Period) =>
  queryOptions({
    queryKey: ['overview', 'figures', period],
    queryFn: async ({ signal }) => {
      const { current, before } = rangesOf(period, Date.now());
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const read = (range: typeof current) =>
        answer(api.GET('/stats', { params: { query: { ...range, time_zone } }, signal }));
      const [now, earlier] = await Promise.all([read(current), read(before)]);
      return { now, earlier };
    },
    placeholderData: keepPreviousData,
  });

const day = 86_400;

/** Failed and retrying mail of the last day; the newest hundred give the causes. */
export const failingQuery = queryOptions({
  queryKey: ['overview', 'failing'],
  queryFn: async ({ signal }) => {
    const query = {
      status: 'bounced,dropped,failed_to_send,failed_to_queue,deferred',
      created_gte: Math.floor(Date.now() / 1000) - day,
      test: 'false' as const,
      count: 100,
    };
    return answer(api.GET('/logs/search', { params: { query }, signal }));
  },
});
