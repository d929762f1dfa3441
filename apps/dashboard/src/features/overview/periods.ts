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

/** Of so many days later, whatever clocks did meanwhile; in Unix seconds. */
function midnight(now: number, daysLater: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime() / 1000;
}

const ranges = (by: Range['by'], [begin, middle, end]: readonly [number, number, number]) => ({
  current: { by, from: middle, to: end },
  before: { by, from: begin, to: middle },
});

/** With what is no period it says that there is none: the router would leave it where nothing is said of it. */
export const validatePeriod = ({ period }: Record<string, unknown>): { period?: Period | undefined } => ({
  period: periods.find((name) => name === period),
});
