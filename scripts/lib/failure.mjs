/** A failure without a stack trace: its message states the problem and the remedy in one sentence. */
export class Failure extends Error {}

/**
 * The most informative line of a server's log: the last error, else the last line.
 *
 * @param {string} log
 */
export function reasonIn(log) {
  const lines = log
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const faults = lines.filter((line) => /\b(fatal|panic|error|could not|cannot|failed)\b/i.test(line));
  return (faults.at(-1) ?? lines.at(-1) ?? 'no output').slice(0, 300);
}
