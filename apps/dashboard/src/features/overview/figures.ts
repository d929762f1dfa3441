import type { components } from '@postrider/client';
import type { FoundLog } from '../logs/queries.js';
import { messageOf } from '../logs/timeline.js';

type Reason = {
  readonly text: string;
  readonly count: number;
  /** The email with the newest status change. */
  readonly example: FoundLog;
};

/** Parts that differ between emails of one cause: addresses, ids, dates and long numbers. */
const variableParts = /[\w.+-]+@[\w.-]+|\b[\w-]*\d[\w-]{11,}\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{5,}\b/g;

/** Attempts and the next retry, from the log. */
const aboutAttempts =
  /^Given up after \d+ attempts\. |; (?:next try in \d|(?:tried again|retried) until|it may have been sent).*$/g;

/** Causes, the most frequent first. A cause is a message without what differs between emails and attempts. */
export function reasonsOf(logs: readonly FoundLog[]): readonly Reason[] {
  const reasons = new Map<string, Reason>();
  for (const log of logs) {
    const text = messageOf(log.message).replace(aboutAttempts, '').replace(variableParts, '…');
    const { count = 0, example = log } = reasons.get(text) ?? {};
    reasons.set(text, { text, count: count + 1, example: changedAt(log) > changedAt(example) ? log : example });
  }
  return [...reasons.values()].toSorted((one, other) => other.count - one.count);
}

/** The acceptance time, for logs of an earlier release. */
export const changedAt = ({ status_changed, created }: FoundLog): number => status_changed ?? created;

export type Statistics = components['schemas']['Statistics'];
type Figures = components['schemas']['Figures'];

export const measures = ['sent', 'delivered', 'opened', 'clicked', 'bounced'] as const;
export type Measure = (typeof measures)[number];

/** Emails, each once. */
export const valueOf = (figures: Figures, measure: Measure): number =>
  measure === 'sent' ? figures.sent : figures[measure].unique;

/** The emails that a rate is of (docs/statistics.md#rates). */
const baseOf = (figures: Figures, measure: Exclude<Measure, 'sent'>): number => {
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

/** Undefined without email or without provider reports. Zero bounces are always known. */
const rateOf = (figures: Figures, measure: Exclude<Measure, 'sent'>): number | undefined => {
  const [value, base] = [valueOf(figures, measure), baseOf(figures, measure)];
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

export const tilesOf = (current: Figures, before: Figures): readonly Tile[] =>
  measures.map((measure) => {
    const value = valueOf(current, measure);
    if (measure === 'sent') {
      const change = before.sent === 0 ? undefined : value / before.sent - 1;
      return { measure, value, rate: undefined, base: value, isReported: true, change };
    }
    const [rate, earlier] = [rateOf(current, measure), rateOf(before, measure)];
    return {
      measure,
      value,
      rate,
      base: baseOf(current, measure),
      isReported: rate !== undefined || current.sent === 0,
      change: rate === undefined || earlier === undefined ? undefined : rate - earlier,
    };
  });

/** Below that, a change is shown as none. */
const minChange: Readonly<Record<'count' | 'rate', number>> = { count: 0.005, rate: 0.0005 };

/** Whether more of it is good news. */
export const isPositive = ({ measure, change }: Tile): boolean | undefined =>
  change === undefined || Math.abs(change) < minChange[measure === 'sent' ? 'count' : 'rate']
    ? undefined
    : measure === 'bounced'
      ? change < 0
      : change > 0;
