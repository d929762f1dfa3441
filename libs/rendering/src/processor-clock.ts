import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds on a processor, of the thread where it is one of several and the system tells (Linux), else of the process. */
export function processorMs(): number {
  return (isMainThread ? undefined : threadMs()) ?? processMs();
}

function processMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function threadMs(): number | undefined {
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'latin1'), 10) / 1_000_000;
  } catch {
    return undefined;
  }
}
