import type { Bucket, StatsQuery } from '@postrider/contracts';
import { bucketSeconds, hoursKeptDays, maxBuckets, ServiceError } from '@postrider/contracts';
import { beginOf } from './measures.js';

export interface Range {
  readonly period: Bucket;
  /** Unix seconds: when the first bucket begins, and when the last one ends. */
  readonly from: number;
  readonly to: number;
}

const usual = { hour: 48, day: 30 } as const;

/**
 * The whole hours or days that are asked for.
 * @throws ServiceError naming the field that is wrong
 */
export function rangeOf({ from, to, by = 'day' }: Pick<StatsQuery, 'from' | 'to' | 'by'>, nowSeconds: number): Range {
  const length = bucketSeconds[by];
  const last = to ?? nowSeconds;
  const end = beginOf(Math.max(last - 1, 0), by) + length;
  const begin = from === undefined ? Math.max(end - usual[by] * length, 0) : beginOf(from, by);
  if (from !== undefined && from >= last) throw refused('from', 'must be before to, or before now');
  if ((end - begin) / length > maxBuckets) throw refused('from', `must be at most ${maxBuckets} ${by}s before to`);
  if (by === 'hour' && begin < nowSeconds - hoursKeptDays * bucketSeconds.day)
    throw refused('from', `must be within the last ${hoursKeptDays} days: older figures are known by the day`);
  return { period: by, from: begin, to: end };
}

const refused = (field: string, message: string): ServiceError => ServiceError.invalidFields([{ field, message }]);

export function* bucketsOf({ period, from, to }: Range): Generator<number> {
  for (let begins = from; begins < to; begins += bucketSeconds[period]) yield begins;
}
