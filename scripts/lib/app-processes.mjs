import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { startProcess } from './processes.mjs';
import { project } from './project.mjs';

export const appNames = ['template', 'customer', 'tracking', 'drip', 'delivery', 'gateway'];
const readyWithinMs = 60_000;

/** Resolves once the address answers well. */
export async function untilAnswers(name, url, isRunning = () => true) {
  for (const until = Date.now() + readyWithinMs; Date.now() < until && isRunning(); await sleep(50)) {
    if (
      await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
  }
  throw new Failure(
    `${name} ${isRunning() ? `was not ready within ${readyWithinMs / 1000} s` : 'ended while it was starting'}`,
  );
}

/** One built app in a process of its own with a channel to us; resolves to what `startProcess` answers once it is ready. */
export async function startApp(
  app,
  { healthPort, environment, onStart = () => undefined, stdio = ['ignore', 'inherit', 'inherit', 'ipc'] },
) {
  const started = startProcess(process.execPath, [join(project, 'dist', 'apps', app, 'src', 'main.js')], {
    env: { ...process.env, NODE_OPTIONS: '', ...environment, HEALTH_PORT: String(healthPort) },
    stdio,
  });
  onStart(started);
  await untilAnswers(app, `http://127.0.0.1:${healthPort}/health/ready`, started.isRunning);
  return started;
}
