import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '@postrider/concurrency';
import type { Health } from './health.js';

/** A started app, in a process of its own or beside others. */
export interface RunningApp {
  readonly health: Health;
  stop(): Promise<void>;
}

/** Above every drain, below the 30 s an orchestrator gives before it kills. */
const stopWithinMs = 29_000;

/** An app whose readiness goes off before it stops. Stopping twice waits for the first stop. */
export function runningApp(
  health: Health,
  close: () => Promise<void>,
  server: Server | undefined,
  delayMs: number,
): RunningApp {
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    health.stop();
    if (delayMs > 0) await sleep(delayMs);
    await within(close(), stopWithinMs, () => {
      throw new Error(`not stopped within ${stopWithinMs / 1000} s`);
    });
    server?.close();
    server?.closeAllConnections();
  };
  return { health, stop: () => (stopped ??= stop()) };
}
