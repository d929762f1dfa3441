const periods = ['day', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

type Range = { readonly by: 'hour' | 'day'; readonly from: number; readonly to: number };

const hour = 3_600;
const day = 24 * hour;
const lengths: Readonly<Record<Period, { readonly by: Range['by']; readonly bucket: number; readonly count: number }>> =
  {
    day: { by: 'hour', bucket: hour, count: 24 },
    week: { by: 'day', bucket: day, count: 7 },
    month: { by: 'day', bucket: day, count: 30 },
  };

/** The period up to now, and as long a one before it, in whole hours or days (UTC), as figures are counted. */
export function rangesOf(period: Period, now: number): { readonly current: Range; readonly before: Range } {
  const { by, bucket, count } = lengths[period];
  const to = (Math.floor(now / 1000 / bucket) + 1) * bucket;
  const from = to - count * bucket;
  return { current: { by, from, to }, before: { by, from: from - count * bucket, to: from } };
}

export const validatePeriod = ({ period }: Record<string, unknown>): { period?: Period } => {
  const known = periods.find((name) => name === period);
  return known === undefined ? {} : { period: known };
};
