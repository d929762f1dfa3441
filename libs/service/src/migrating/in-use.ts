import { setTimeout as sleep } from 'node:timers/promises';
import { QueryFailedError } from 'typeorm';

/** A statement that waits for the lock of a table holds up all that come after it; a dump that reads the table may take long. */
export const lockTimeoutMs = 1_000;
const retryMs = 2_000;
const tries = 150;

/** SQLSTATE lock_not_available and deadlock_detected. */
const isInUse = (error: unknown): boolean =>
  error instanceof QueryFailedError && ['55P03', '40P01'].includes((error.driverError as { code?: string }).code ?? '');

/** Does it again while what it locks is in use, for some minutes. Between the tries everybody else goes on. */
export async function whileInUse(work: () => Promise<unknown>, waitMs = retryMs): Promise<void> {
  for (let left = tries; ; left--) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isInUse(error) || left === 1) throw error;
      await sleep(waitMs);
    }
  }
}
