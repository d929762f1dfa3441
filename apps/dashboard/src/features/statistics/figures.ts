import type { components } from '@postrider/client';

export type Statistics = components['schemas']['Statistics'];
export type Figures = components['schemas']['Figures'];

export const measures = ['sent', 'delivered', 'opened', 'clicked', 'bounced'] as const;
export type Measure = (typeof measures)[number];

/** Numbers of emails; each email counts once. */
export const getValue = (figures: Figures, measure: Measure): number =>
  measure === 'sent' ? figures.sent : figures[measure].unique;

/** The emails that a rate is based on (docs/statistics.md#rates). */
const getBase = (figures: Figures, measure: Exclude<Measure, 'sent'>): number => {
  const { sent, refused = 0, delivered, bounced } = figures;
  switch (measure) {
    case 'delivered':
      return delivered.unique + Math.max(bounced.unique - refused, 0);
    case 'bounced':
      return sent + refused;
    default:
      return sent;
  }
};

/** Undefined without emails or without provider reports. Bounces are always known. */
const getRate = (figures: Figures, measure: Exclude<Measure, 'sent'>): number | undefined => {
  const [value, base] = [getValue(figures, measure), getBase(figures, measure)];
  if (base === 0 || (value === 0 && measure !== 'bounced')) return undefined;
  return Math.min(value / base, 1);
};

export type Tile = {
  readonly measure: Measure;
  readonly value: number;
  /** Absent for `sent`. */
  readonly rate: number | undefined;
  readonly base: number;
  readonly isReported: boolean;
  /** For `sent` the relative growth (0.1 is 10 % more); for rates the difference (0.1 is from 20 % to 30 %). */
  readonly change: number | undefined;
};

export const toTiles = (current: Figures, before: Figures): readonly Tile[] =>
  measures.map((measure) => {
    const value = getValue(current, measure);
    if (measure === 'sent') {
      const change = before.sent === 0 ? undefined : value / before.sent - 1;
      return { measure, value, rate: undefined, base: value, isReported: true, change };
    }
    const [rate, earlier] = [getRate(current, measure), getRate(before, measure)];
    return {
      measure,
      value,
      rate,
      base: getBase(current, measure),
      isReported: rate !== undefined || current.sent === 0,
      change: rate === undefined || earlier === undefined ? undefined : rate - earlier,
    };
  });

/** A smaller change is shown as no change. */
const minChange: Readonly<Record<'count' | 'rate', number>> = { count: 0.005, rate: 0.0005 };

/** Whether an increase is good. */
export const isPositive = ({ measure, change }: Tile): boolean | undefined =>
  change === undefined || Math.abs(change) < minChange[measure === 'sent' ? 'count' : 'rate']
    ? undefined
    : measure === 'bounced'
      ? change < 0
      : change > 0;

type Point = Figures & { readonly begins: number };
type Step = 'hour' | 'day' | 'week';

/** With more days than this, the chart shows weeks. */
const maxDays = 120;
const daysOfWeek = 7;

/**
 * The points of a chart: hours, days, or weeks that end with the last day. The oldest days without a whole week are
 * omitted.
 */
export function toPoints({ by, buckets }: Pick<Statistics, 'by' | 'buckets'>): {
  readonly step: Step;
  readonly points: readonly { readonly begins: number; readonly values: readonly number[] }[];
} {
  const points = (buckets as readonly Point[]).map((bucket) => ({
    begins: bucket.begins,
    values: measures.map((measure) => getValue(bucket, measure)),
  }));
  if (by === 'hour' || points.length <= maxDays) return { step: by, points };
  const weeks = Array.from({ length: Math.floor(points.length / daysOfWeek) }, (_, week) => {
    const end = points.length - week * daysOfWeek;
    const days = points.slice(end - daysOfWeek, end);
    return {
      begins: days[0]!.begins,
      values: measures.map((_measure, index) => days.reduce((sum, { values }) => sum + values[index]!, 0)),
    };
  });
  return { step: 'week', points: weeks.toReversed() };
}
