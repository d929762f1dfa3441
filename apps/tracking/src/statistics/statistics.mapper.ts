import type {
  ResponseInputOf,
  DifferenceWithInterval,
  Figures,
  getStatistics,
  VersionFigures,
} from '@postrider/contracts';
import { comparedRates, maxVersions } from '@postrider/contracts';
import type { Range } from './buckets.js';
import { compareRates, toRate } from './confidence.js';
import { timeToDelivered } from './time-to-delivered.js';
import type { SummedRow } from './figures.repository.js';
import type { Measure } from './measures.js';
import { deliveryTimes, measures, repeatable } from './measures.js';

type Sums = Readonly<Record<Measure, number>>;

const nothing = Object.fromEntries(measures.map((measure) => [measure, 0])) as Record<Measure, number>;

const toFigures = (sums: Sums): Figures => ({
  sent: sums.sent,
  refused: sums.refused,
  ...(Object.fromEntries(
    repeatable.map((each) => [each, { unique: sums[each], total: sums[`${each}_total`] }]),
  ) as Record<(typeof repeatable)[number], { unique: number; total: number }>),
  revenue: sums.revenue,
  ...timeToDelivered(deliveryTimes.map((time) => sums[time])),
});

const sumUp = (rows: readonly Sums[]): Sums =>
  Object.fromEntries(measures.map((measure) => [measure, rows.reduce((sum, row) => sum + row[measure], 0)])) as Record<
    Measure,
    number
  >;

/** The numerator of each rate; the denominator is the number of sent emails. */
const successes = {
  opened: 'opened',
  clicked: 'clicked',
  converted: 'conversions',
  unsubscribed: 'unsubscribes',
} as const satisfies Record<(typeof comparedRates)[number], Measure>;

const ofEach = <Value>(value: (measure: Measure) => Value): Record<(typeof comparedRates)[number], Value> => ({
  opened: value(successes.opened),
  clicked: value(successes.clicked),
  converted: value(successes.converted),
  unsubscribed: value(successes.unsubscribed),
});

const comparedWith = (
  first: SummedRow,
  row: SummedRow,
): Record<(typeof comparedRates)[number], DifferenceWithInterval> =>
  ofEach((measure) =>
    compareRates({ successes: first[measure], trials: first.sent }, { successes: row[measure], trials: row.sent }),
  );

/** The version with the most email comes first: it is the best reference for comparisons. */
function toVersions(rows: readonly SummedRow[]): VersionFigures[] {
  const shown = rows
    .toSorted((one, other) => other.sent - one.sent || (one.version! < other.version! ? -1 : 1))
    .slice(0, maxVersions);
  const [first] = shown;
  return shown.map((row) => ({
    version: row.version!,
    ...toFigures(row),
    rates: ofEach((measure) => toRate(row[measure], row.sent)),
    ...(row === first ? {} : { compared: comparedWith(first!, row) }),
  }));
}

/** One sum per bucket of the range. An hour counts in the bucket in which it starts. */
function inBuckets({ starts: begins, to }: Range, rows: readonly SummedRow[]): readonly Sums[] {
  const oldestFirst = rows.toSorted((one, other) => one.begins! - other.begins!);
  let next = 0;
  return begins.map((_begin, index) => {
    const end = begins[index + 1] ?? to;
    const first = next;
    while (next < oldestFirst.length && oldestFirst[next]!.begins! < end) next += 1;
    return first === next ? nothing : sumUp(oldestFirst.slice(first, next));
  });
}

export function toStatistics(
  range: Range,
  rows: readonly SummedRow[],
  { versions }: { readonly versions: boolean },
): ResponseInputOf<typeof getStatistics> {
  const buckets = inBuckets(
    range,
    rows.filter(({ begins }) => begins !== null),
  );
  return {
    object: 'statistics',
    by: range.by,
    from: range.from,
    to: range.to,
    total: toFigures(sumUp(buckets)),
    buckets: range.starts.map((begins, index) => ({ begins, ...toFigures(buckets[index]!) })),
    ...(versions ? { versions: toVersions(rows.filter(({ begins }) => begins === null)) } : {}),
  };
}
