import type { Bucket, MailOutcome } from '@postrider/contracts';
import { bucketSeconds, timeOfId } from '@postrider/contracts';

/** Events that an email can have repeatedly: counted by email, and in total as `…_total`. */
export const repeatable = [
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'complaints',
  'unsubscribes',
  'conversions',
] as const;
type Repeatable = (typeof repeatable)[number];

/** Seconds up to which deliveries are counted separately; the last column counts all later ones. */
export const deliverySeconds = [1, 2, 4, 8, 16, 32, 64, 128, 512, 2_048, 8_192, 32_768, 131_072] as const;
/** Columns of first deliveries by their time since acceptance (docs/statistics.md#time-to-delivery). */
export const deliveryTimes = [
  ...deliverySeconds.map((seconds) => `delivered_in_${seconds}s` as const),
  'delivered_later',
] as const;

/** The count columns. */
export const measures = [
  'sent',
  'refused',
  ...repeatable,
  ...repeatable.map((each) => `${each}_total` as const),
  'revenue',
  ...deliveryTimes,
] as const;
export type Measure = (typeof measures)[number];
export type Measured = Readonly<Partial<Record<Measure, number>>>;

export const once = (what: Repeatable, first: boolean): Measured => ({ [what]: first ? 1 : 0, [`${what}_total`]: 1 });

/** The first delivery of an email; of an earlier release without its time. */
export function deliveredAfter(ms: number | undefined): Measured {
  if (ms === undefined) return {};
  const index = deliverySeconds.findIndex((seconds) => ms < seconds * 1000);
  return { [deliveryTimes.at(index)!]: 1 };
}

/**
 * Each kind of event has its own rows. Additions are sorted by it first, so that all transactions lock rows in the same
 * order.
 */
export const parts = { sent: 0, ended: 1, reported: 2, converted: 3 } as const;
type Part = keyof typeof parts;

/** The dimensions of an email in the statistics. */
export interface CountedMail {
  readonly accountId: string;
  readonly logId: string;
  readonly templateId: string;
  readonly versionId: string;
  readonly espAccountId: string;
  readonly tags: readonly string[];
}

export interface Contribution extends CountedMail {
  readonly part: Part;
  readonly measured: Measured;
}

/** The addition to one row. */
export interface Addition {
  readonly accountId: string;
  readonly period: Bucket;
  /** Unix seconds. */
  readonly begins: number;
  /** Empty for all email, with or without tags. */
  readonly tag: string;
  readonly templateId: string;
  readonly versionId: string;
  readonly espAccountId: string;
  readonly part: number;
  readonly measured: Record<Measure, number>;
}

/** Statistics are by the day and hour of acceptance, which the log id contains. */
export const getDay = (logId: string): string => new Date(timeOfId(logId)).toISOString().slice(0, 10);

export const getPeriodStart = (seconds: number, period: Bucket): number =>
  Math.floor(seconds / bucketSeconds[period]) * bucketSeconds[period];

/**
 * The additions of a batch, one per row, in the global lock order. An email counts once in total and once under each of
 * its tags; no query combines two of these.
 */
export function toAdditions(contributions: readonly Contribution[]): Addition[] {
  const rows = new Map<string, Addition>();
  for (const contribution of contributions) {
    const seconds = timeOfId(contribution.logId) / 1000;
    for (const tag of new Set(['', ...contribution.tags]))
      for (const period of ['hour', 'day'] as const) {
        const { accountId, templateId, versionId, espAccountId } = contribution;
        const begins = getPeriodStart(seconds, period);
        const part = parts[contribution.part];
        const key = JSON.stringify([part, accountId, period, tag, begins, templateId, versionId, espAccountId]);
        const row = rows.get(key) ?? {
          ...{ accountId, period, begins, tag, templateId, versionId, espAccountId, part },
          measured: none(),
        };
        rows.set(key, row);
        for (const [measure, value] of Object.entries(contribution.measured)) row.measured[measure as Measure] += value;
      }
  }
  return [...rows]
    .filter(([, { measured }]) => measures.some((measure) => measured[measure] !== 0))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row);
}

const none = (): Record<Measure, number> =>
  Object.fromEntries(measures.map((measure) => [measure, 0])) as Record<Measure, number>;

type Counts = Omit<MailOutcome, 'log_id' | 'template_id' | 'version_id' | 'esp_account_id' | 'tags'>;

/** The contribution of an email's log; `sign` -1 reverts it. */
export function toMeasured({ sent, delivered_after_ms, ...counts }: Counts, sign: 1 | -1): Measured {
  const refused = sent === 0 ? Math.min(counts.bounced, 1) : 0;
  const measured: Partial<Record<Measure, number>> = { sent: sign * sent, refused: sign * refused };
  for (const [what, total] of Object.entries(counts) as [keyof typeof counts, number][]) {
    measured[what] = sign * Math.min(total, 1);
    measured[`${what}_total`] = sign * total;
  }
  for (const time of Object.keys(deliveredAfter(delivered_after_ms))) measured[time as Measure] = sign;
  return measured;
}
