/** The processor time of this process so far, in milliseconds: unlike the clock, the same on a busy machine. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Milliseconds that nothing may cost, however hostile it is: more than ten times what the dearest of the tests does. */
export const affordable = 2_000;

/** What some work costs. */
export async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = processorTime();
  await work();
  return processorTime() - before;
}
