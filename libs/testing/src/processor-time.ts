/** Duration of the reference work on the machine of docs/operate/limits-internal.md#event-loop, in milliseconds. */
const referenceOfDocs = 2.6;

/** Other work or uncompiled code slow a run down, so the shortest of this many runs counts. */
const maxRuns = 15;
/**
 * Bounds are multiplied by this: the reference work does not show how slow the memory and the caches of a machine are.
 * Work that grows with the square of its input takes many times its bound.
 */
const tolerance = 2;
/** How long a measurement of the reference work is valid; the machine may be busier later. */
const referenceValidMs = 500;

/** The text of the reference work: fields and values, with characters of one and of three bytes. */
const referenceText = Array.from({ length: 1_500 }, (_, n) => `field${n % 97}=value ${n} € <b>&amp;</b>`).join('\n');

/**
 * The work that every measured time is compared with: it scans a text, counts in a map, replaces, and writes and parses
 * JSON.
 */
function referenceWork(): number {
  let sum = 0;
  for (let round = 0; round < 4; round += 1) {
    for (let at = 0; at < referenceText.length; at += 1) sum = (sum * 31 + referenceText.charCodeAt(at)) | 0;
    const counts = new Map<string, number>();
    for (const line of referenceText.split('\n')) {
      const [name = '', value = ''] = line.split('=');
      counts.set(name, (counts.get(name) ?? 0) + value.length);
    }
    const json = JSON.stringify([...counts, referenceText.replaceAll(/[<>&]/g, '_').slice(0, 20_000)]);
    sum += (JSON.parse(json) as unknown[]).length;
  }
  return sum;
}

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

let reference = { ms: 0, at: -Infinity };

/** How many times slower this machine currently is than the machine of the docs. */
function slowness(): number {
  const isFirst = reference.ms === 0;
  if (isFirst || Date.now() - reference.at > referenceValidMs) {
    // The first runs trigger compilation.
    const times = Array.from({ length: isFirst ? 12 : 3 }, () => {
      const before = processorMs();
      referenceWork();
      return processorMs() - before;
    });
    reference = { ms: Math.min(...times), at: Date.now() };
  }
  return reference.ms / referenceOfDocs;
}

/** Expects that the shortest of several runs is below the bound, in milliseconds of the machine of the docs. */
async function expectShortest(run: () => Promise<number>, bound: number): Promise<void> {
  let least = Infinity;
  for (let runs = 0; runs < maxRuns && least >= bound; runs += 1) {
    const before = slowness();
    const took = await run();
    // Load during the work also slowed down one of the two measurements.
    least = Math.min(least, took / Math.max(before, slowness()));
  }
  expect(least).toBeLessThan(bound);
}

/** Expects that the work takes less than `below` milliseconds of processor time on the machine of the docs. */
export async function expectProcessorTime(work: () => unknown, below: number): Promise<void> {
  await expectShortest(async () => {
    const before = processorMs();
    await work();
    return processorMs() - before;
  }, below * tolerance);
}

/**
 * Expects that the work never blocks the event loop for `below` milliseconds of processor time on the machine of the
 * docs.
 */
export async function expectHold(work: () => unknown, below: number): Promise<void> {
  await expectShortest(async () => {
    let hold = 0;
    let since = processorMs();
    const sample = (): void => {
      const now = processorMs();
      hold = Math.max(hold, now - since);
      since = processorMs();
    };
    // The timer fires once per turn of a busy loop, and leaves the processor to other processes in an idle one.
    const pulse = setInterval(sample, 1);
    try {
      await work();
    } finally {
      clearInterval(pulse);
    }
    sample();
    return hold;
  }, below * tolerance);
}
