/** What of the lease must be left for an attempt to begin, and what an attempt leaves of it for its result to be written. */
const leftToBegin = 1 / 2;
const leftForResult = 1 / 4;

interface Bounds {
  readonly LEASE_SECONDS: number;
  readonly ATTEMPT_TIMEOUT_SECONDS: number;
}

/**
 * The milliseconds an attempt has that begins now, so that no other process takes its message for abandoned before its result is written.
 * Undefined when so little of the lease is left that the message is better given back. `leasedAt` and `now` are of `performance.now()`.
 */
export function timeOfAttempt(
  leasedAt: number,
  { LEASE_SECONDS, ATTEMPT_TIMEOUT_SECONDS }: Bounds,
  now = performance.now(),
): number | undefined {
  const lease = LEASE_SECONDS * 1000;
  const left = leasedAt + lease - now;
  if (left < lease * leftToBegin) return undefined;
  return Math.min(ATTEMPT_TIMEOUT_SECONDS * 1000, left - lease * leftForResult);
}
