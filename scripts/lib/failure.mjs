/** A failure whose message is all the user needs: one sentence that says what is wrong and what to do about it. */
export class Failure extends Error {}

/**
 * The most telling line of a server's log: the last one that names a fault, else the last one.
 *
 * @param {string} log
 */
export function reasonIn(log) {
  const lines = log
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const faults = lines.filter((line) => /\b(fatal|panic|error|could not|cannot|failed)\b/i.test(line));
  return (faults.at(-1) ?? lines.at(-1) ?? 'it said nothing').slice(0, 300);
}
