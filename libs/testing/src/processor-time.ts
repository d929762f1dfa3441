/** What the reference work takes on the machine of the figures in docs/operate/limits.md, in milliseconds. */
const referenceOfDocs = 2.6;

/** A run beside other work, or before its code is compiled, takes longer: the shortest of so many counts. */
const maxRuns = 5;
/** A measurement of the reference work counts for so long: the machine may be busier afterwards. */
const referenceValidMs = 500;

/** The text that the reference work reads: fields and values, with characters of one and of three bytes. */
const referenceText = Array.from({ length: 1_500 }, (_, n) => `field${n % 97}=value ${n} € <b>&amp;</b>`).join('\n');

/** The work that every measured time is compared with: it goes through a text, counts in a map, replaces, and writes and reads JSON. */
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

/** How many times longer this machine takes now than the machine of the docs. */
function slowness(): number {
  const isFirst = reference.ms === 0;
  if (isFirst || performance.now() - reference.at > referenceValidMs) {
    // The first runs have it compiled.
    const times = Array.from({ length: isFirst ? 12 : 3 }, () => {
      const before = processorMs();
      referenceWork();
      return processorMs() - before;
    });
    reference = { ms: Math.min(...times), at: performance.now() };
  }
  return reference.ms / referenceOfDocs;
}

/** In milliseconds of the machine of the docs: the shortest of several runs, the first that is below the bound. */
async function shortest(run: () => Promise<number>, bound: number): Promise<number> {
  let least = Infinity;
  for (let runs = 0; runs < maxRuns && least >= bound; runs += 1) {
    const before = slowness();
    const took = await run();
    // What ran beside the work ran beside one of the two.
    least = Math.min(least, took / Math.max(before, slowness()));
  }
  return least;
}

/** Expects that the work takes less processor time than so many milliseconds on the machine of the docs. */
export async function expectProcessorTime(work: () => unknown, below: number): Promise<void> {
  const taken = await shortest(async () => {
    const before = processorMs();
    await work();
    return processorMs() - before;
  }, below);
  expect(taken).toBeLessThan(below);
}

/** Expects that the work never holds the event loop for so many milliseconds of processor time on the machine of the docs. */
export async function expectHold(work: () => unknown, below: number): Promise<void> {
  const longest = await shortest(async () => {
    let hold = 0;
    let since = processorMs();
    const look = (): void => {
      const now = processorMs();
      hold = Math.max(hold, now - since);
      since = processorMs();
    };
    // A timer comes once in each turn of a busy loop, and leaves an idle one to other processes.
    const pulse = setInterval(look, 1);
    try {
      await work();
    } finally {
      clearInterval(pulse);
    }
    look();
    return hold;
  }, below);
  expect(longest).toBeLessThan(below);
}
