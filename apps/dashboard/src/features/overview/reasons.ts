import type { FoundLog } from '../logs/queries.js';

export type Reason = {
  readonly text: string;
  readonly count: number;
  /** The mail whose status changed last. */
  readonly example: FoundLog;
};

/** What differs between mails of one cause: addresses, ids, dates, numbers of more than four digits. */
const particular = /[\w.+-]+@[\w.-]+|\b[\w-]*\d[\w-]{11,}\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{5,}\b/g;

/** What the log adds about the attempts: how many there were, and when the next one is. */
const aboutAttempts =
  /^Given up after \d+ attempts\. |; (?:next try in \d|tried again until|it may have been sent).*$/g;

/** Causes, the most frequent first. A cause is a message without what differs between mails and attempts. */
export function reasonsOf(logs: readonly FoundLog[]): readonly Reason[] {
  const reasons = new Map<string, Reason>();
  for (const log of logs) {
    const text = log.message.replace(aboutAttempts, '').replace(particular, '…');
    const { count = 0, example = log } = reasons.get(text) ?? {};
    reasons.set(text, { text, count: count + 1, example: changedAt(log) > changedAt(example) ? log : example });
  }
  return [...reasons.values()].toSorted((one, other) => other.count - one.count);
}

/** Of servers of the version before, when the mail was accepted. */
export const changedAt = ({ status_changed, created }: FoundLog): number => status_changed ?? created;
