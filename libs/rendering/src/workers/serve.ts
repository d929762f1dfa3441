import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * How willingly a worker gives way to the services of the machine (nice, from 0 to 19): a third of their share, which is enough for what a mail may
 * take before its deadline.
 */
const backgroundPriority = 5;

/** What the module of a worker process does: it answers one task after the other, until the process that started it closes the channel or ends. */
export function serve<Task, Answer>(answer: (task: Task) => Promise<Answer>): void {
  giveWay();
  // Ctrl-C reaches all processes of a terminal: whoever started this one ends it when it is no longer needed.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  const send = (message: unknown): void => void process.send?.(message, () => {});
  process.on('message', async (task) => send(await answer(task as Task)));
  send('ready');
}

/**
 * Lets the services go first, with all its threads; is what the kernel ends first where memory is short, and dumps no core.
 * Linux alone can do all of it.
 */
function giveWay(): void {
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
