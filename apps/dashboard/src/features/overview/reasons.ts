import type { FoundLog } from '../logs/queries.js';

export type Reason = {
  readonly text: string;
  readonly count: number;
  /** The newest mail that it befell. */
  readonly example: FoundLog;
};

/** What tells mails apart and causes not: addresses, ids, numbers of more than four digits. */
const particular = /[\w.+-]+@[\w.-]+|\b[\w-]*\d[\w-]{11,}\b|\b\d{5,}\b/g;

/** Why mails fail, most of them first: messages that differ only in an address or an id are of one cause. */
export function reasonsOf(logs: readonly FoundLog[]): readonly Reason[] {
  const reasons = new Map<string, Reason>();
  for (const log of logs) {
    const text = log.message.replace(particular, '…');
    const known = reasons.get(text);
    reasons.set(text, known ? { ...known, count: known.count + 1 } : { text, count: 1, example: log });
  }
  return [...reasons.values()].toSorted((one, other) => other.count - one.count);
}
