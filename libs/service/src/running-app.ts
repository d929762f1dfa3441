import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '@postrider/concurrency';
import type { Health } from './health.js';

/** A started app, in its own process or with others. */
export interface RunningApp {
  readonly health: Health;
  stop(): Promise<void>;
}

/** Longer than every drain, shorter than the 30 s before an orchestrator kills the process. */
const stopTimeoutMs = 29_000;

/** An app that becomes unready before it stops. Stopping twice waits for the first stop. */
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
    await within(close(), stopTimeoutMs, () => {
      throw new Error(`not stopped within ${stopTimeoutMs / 1000} s`);
    });
    server?.close();
    server?.closeAllConnections();
  };
  return { health, stop: () => (stopped ??= stop()) };
}
