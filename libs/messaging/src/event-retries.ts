import { ServiceError } from '@postrider/contracts';
import { isPassing, isStatementTimeout } from './error-kinds.js';

export interface RetryTier {
  readonly name: string;
  readonly ms: number;
}

/** Waits before the second, third … attempt at an event. */
export const retryTiers: readonly RetryTier[] = [
  { name: '5s', ms: 5_000 },
  { name: '30s', ms: 30_000 },
  { name: '2m', ms: 120_000 },
  { name: '10m', ms: 600_000 },
];

/** What becomes of an event that failed: a dead letter, or the attempt that comes next and the wait before it. */
export type EventFate = 'dead' | { readonly tier: RetryTier; readonly attempt: number };

/** After `attempt` (from 1) ended with `error`. The same on every transport. */
export function fateOf(error: unknown, attempt: number, tiers: readonly RetryTier[] = retryTiers): EventFate {
  const refusedForGood = error instanceof ServiceError && error.code === 'invalid_request';
  if (refusedForGood) return 'dead';
  // With the database away, every event of that time would use up its attempts through no fault of its own. A statement that runs into its
  // time limit may be the event's own doing.
  const [first] = tiers;
  if (first && isPassing(error) && !isStatementTimeout(error)) return { tier: first, attempt };
  const tier = tiers[attempt - 1];
  return tier ? { tier, attempt: attempt + 1 } : 'dead';
}
