import type { Bucket, StatsQuery } from '@postrider/contracts';
import { bucketSeconds, hoursKeptDays, maxBuckets, ServiceError } from '@postrider/contracts';
import { beginOf } from './measures.js';
import { daysIn } from './zone-days.js';

export interface Range {
  /** What is asked for. */
  readonly by: Bucket;
  /** What it is added up from. */
  readonly period: Bucket;
  /** Unix seconds: when the first bucket begins, and when the last one ends. */
  readonly from: number;
  readonly to: number;
  /** When each bucket begins, oldest first. */
  readonly begins: readonly number[];
}

const usual = { hour: 48, day: 30 } as const;
const maxZoneDays = Math.floor((maxBuckets * bucketSeconds.hour) / bucketSeconds.day);

/**
 * The whole hours or days that are asked for.
 * @throws ServiceError naming the field that is wrong
 */
export function rangeOf(
  { from, to, by = 'day', time_zone }: Pick<StatsQuery, 'from' | 'to' | 'by' | 'time_zone'>,
  nowSeconds: number,
): Range {
  const last = to ?? nowSeconds;
  if (from !== undefined && from >= last) throw refused('from', 'must be before to, or before now');
  const range =
    by === 'day' && time_zone !== undefined
      ? daysOfZone(from ?? last - (usual.day - 1) * bucketSeconds.day, last, time_zone)
      : wholeBuckets(from, last, by);
  if (range.period === 'hour' && range.from < nowSeconds - hoursKeptDays * bucketSeconds.day)
    throw refused('from', `must be within the last ${hoursKeptDays} days: older figures are known by the day of UTC`);
  return range;
}

function wholeBuckets(from: number | undefined, last: number, by: Bucket): Range {
  const length = bucketSeconds[by];
  const end = beginOf(Math.max(last - 1, 0), by) + length;
  const begin = from === undefined ? Math.max(end - usual[by] * length, 0) : beginOf(from, by);
  const count = (end - begin) / length;
  if (count > maxBuckets) throw refused('from', `must be at most ${maxBuckets} ${by}s before to`);
  return {
    by,
    period: by,
    from: begin,
    to: end,
    begins: Array.from({ length: count }, (_, index) => begin + index * length),
  };
}

/** Days of a zone are added up from hours, since days are kept of UTC alone; so they cost what these cost, and are bounded as they are. */
function daysOfZone(from: number, last: number, zone: string): Range {
  if (last - from > maxZoneDays * bucketSeconds.day)
    throw refused('from', `must be at most ${maxZoneDays} days before to where a time_zone is named`);
  const begins = daysIn(zone, from, last);
  return { by: 'day', period: 'hour', from: begins[0]!, to: begins.at(-1)!, begins: begins.slice(0, -1) };
}

const refused = (field: string, message: string): ServiceError => ServiceError.invalidFields([{ field, message }]);
