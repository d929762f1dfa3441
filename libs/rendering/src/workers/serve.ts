import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * The nice value of a worker (0 to 19): it gets a third of a service's share of the CPU, which is enough to render a
 * email before its deadline.
 */
const backgroundPriority = 5;

/**
 * Runs the module of a worker process: it handles one task after the other, until the parent process closes the channel
 * or ends.
 */
export function serve<Task, Output>(handle: (task: Task) => Promise<Output>): void {
  lowerPriority();
  // Ctrl-C reaches all processes of a terminal; the parent process stops this one when it is no longer needed.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  const send = (message: unknown): void => void process.send?.(message, () => {});
  process.on('message', async (task) => send(await handle(task as Task)));
  send('ready');
}

/**
 * Gives priority to the services, with all threads; makes the process the first one that the kernel kills when memory
 * is short, and disables core dumps. Only Linux supports all of it.
 */
function lowerPriority(): void {
  attempt(() => {
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), backgroundPriority);
  });
  attempt(() => writeFileSync('/proc/self/oom_score_adj', '1000'));
  attempt(() => writeFileSync('/proc/self/coredump_filter', '0'));
}

function attempt(change: () => void): void {
  try {
    change();
  } catch {
    // The worker works without it.
  }
}
