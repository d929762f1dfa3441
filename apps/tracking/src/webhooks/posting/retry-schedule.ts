/** Seconds after each attempt that failed (docs/limits.md#webhooks); after the last attempt an event is given up. */
const waits = [5, 300, 1_800, 7_200, 18_000, 36_000];

/** Undefined: no other attempt. Attempts count from 1. */
export const waitAfter = (attempt: number): number | undefined => waits[attempt - 1];

export const longestWait = Math.max(...waits);

/** Seconds after a fault of this service. */
export const ownFaultWait = 1_800;

/** A webhook of which every attempt has failed for so long is switched off. */
export const failingDaysBeforeOff = 5;
