import type { Bucket, StatsQuery } from '@postrider/contracts';
import { bucketSeconds, hoursKeptDays, maxBuckets, ServiceError } from '@postrider/contracts';
import { getPeriodStart } from './measures.js';
import { daysIn } from './zone-days.js';

export interface Range {
  /** The requested bucket size. */
  readonly by: Bucket;
  /** The stored bucket size to sum up. */
  readonly period: Bucket;
  /** Unix seconds: start of the first bucket and end of the last one. */
  readonly from: number;
  readonly to: number;
  /** Start of each bucket, oldest first. */
  readonly starts: readonly number[];
}

const defaultCount = { hour: 48, day: 30 } as const;
const maxZoneDays = Math.floor((maxBuckets * bucketSeconds.hour) / bucketSeconds.day);

/**
 * The requested range in whole hours or days.
 * @throws ServiceError with the invalid field
 */
export function toRange(
  { from, to, by = 'day', time_zone }: Pick<StatsQuery, 'from' | 'to' | 'by' | 'time_zone'>,
  nowSeconds: number,
): Range {
  const last = to ?? nowSeconds;
  if (from !== undefined && from >= last) throw ServiceError.invalidField('from', 'must be before to, or before now');
  const range =
    by === 'day' && time_zone !== undefined
      ? daysOfZone(from ?? last - (defaultCount.day - 1) * bucketSeconds.day, last, time_zone)
      : wholeBuckets(from, last, by);
  if (range.period === 'hour' && range.from < nowSeconds - hoursKeptDays * bucketSeconds.day)
    throw ServiceError.invalidField(
      'from',
      `must be within the last ${hoursKeptDays} days; older statistics are only available by UTC day`,
    );
  return range;
}

function wholeBuckets(from: number | undefined, last: number, by: Bucket): Range {
  const length = bucketSeconds[by];
  const end = getPeriodStart(Math.max(last - 1, 0), by) + length;
  const start = from === undefined ? Math.max(end - defaultCount[by] * length, 0) : getPeriodStart(from, by);
  const count = (end - start) / length;
  if (count > maxBuckets) throw ServiceError.invalidField('from', `must be at most ${maxBuckets} ${by}s before to`);
  return {
    by,
    period: by,
    from: start,
    to: end,
    starts: Array.from({ length: count }, (_, index) => start + index * length),
  };
}

/** Days of a time zone are summed up from hours, because only UTC days are stored. Hence the limit of hours applies. */
function daysOfZone(from: number, last: number, zone: string): Range {
  if (last - from > maxZoneDays * bucketSeconds.day)
    throw ServiceError.invalidField('from', `must be at most ${maxZoneDays} days before to when time_zone is set`);
  const starts = daysIn(zone, from, last);
  return { by: 'day', period: 'hour', from: starts[0]!, to: starts.at(-1)!, starts: starts.slice(0, -1) };
}
