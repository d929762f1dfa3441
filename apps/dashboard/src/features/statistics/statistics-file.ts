import { csvFile, formatLine } from '../../ui/csv.js';
import type { Figures, Statistics } from './figures.js';
import type { StatisticsFilter } from './queries.js';

const counted = ['delivered', 'opened', 'clicked', 'bounced', 'complaints', 'unsubscribes', 'conversions'] as const;

const columns: Readonly<Record<string, (figures: Figures) => number | string>> = {
  sent: ({ sent }) => sent,
  refused: ({ refused = 0 }) => refused,
  ...Object.fromEntries(
    counted.flatMap((what) => [
      [what, (figures: Figures) => figures[what].unique],
      [`${what}_total`, (figures: Figures) => figures[what].total],
    ]),
  ),
  revenue_cents: ({ revenue }) => revenue,
  seconds_to_delivered_p50: ({ time_to_delivered: time }) => time?.p50 ?? '',
  seconds_to_delivered_p95: ({ time_to_delivered: time }) => time?.p95 ?? '',
};

type Shown = Pick<Statistics, 'by' | 'buckets'>;

/** A line per hour or day, oldest first. The first columns contain the filters. */
export function statisticsFile({ by, buckets }: Shown, isUtc: boolean, filter: StatisticsFilter): Blob {
  const formatBegin = ({ begins }: { readonly begins: number }): string =>
    by === 'hour' ? new Date(begins * 1000).toISOString() : formatDate(new Date(begins * 1000), isUtc);
  return csvFile([
    formatLine([...Object.keys(filter), by, ...Object.keys(columns)]),
    ...buckets.map((bucket) =>
      formatLine([
        ...Object.values(filter),
        formatBegin(bucket),
        ...Object.values(columns).map((column) => column(bucket as Figures)),
      ]),
    ),
  ]);
}

/** The day as `yyyy-mm-dd`, in the user's time zone or in UTC. */
const formatDate = (at: Date, isUtc: boolean): string =>
  new Date(at.getTime() - (isUtc ? 0 : at.getTimezoneOffset() * 60_000)).toISOString().slice(0, 'yyyy-mm-dd'.length);
