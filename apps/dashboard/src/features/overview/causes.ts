import type { FoundLog } from '../logs/queries.js';
import { formatMessage } from '../logs/timeline.js';

type Reason = {
  readonly text: string;
  readonly count: number;
  /** The email with the newest status change. */
  readonly example: FoundLog;
};

/** Parts that differ between emails of one cause, such as addresses, ids, dates and long numbers. */
const variableParts = /[\w.+-]+@[\w.-]+|\b[\w-]*\d[\w-]{11,}\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{5,}\b/g;

/** The number of attempts and the next retry, from the log. */
const aboutAttempts =
  /^Given up after \d+ attempts\. |; (?:next try in \d|(?:tried again|retried) until|it may have been sent).*$/g;

/** The causes, most frequent first. A cause is a message without the parts that differ between emails. */
export function countReasons(logs: readonly FoundLog[]): readonly Reason[] {
  const reasons = new Map<string, Reason>();
  for (const log of logs) {
    const text = formatMessage(log.message).replace(aboutAttempts, '').replace(variableParts, '…');
    const { count = 0, example = log } = reasons.get(text) ?? {};
    reasons.set(text, { text, count: count + 1, example: changedAt(log) > changedAt(example) ? log : example });
  }
  return [...reasons.values()].toSorted((one, other) => other.count - one.count);
}

/** The acceptance time, for logs of an earlier release. */
export const changedAt = ({ status_changed, created }: FoundLog): number => status_changed ?? created;
