import { runEach } from './run-each.js';

const { signal } = new AbortController();

describe('acting on each of several items', () => {
  it('has at most four requests in flight and continues after failures', async () => {
    let inFlight = 0;
    let most = 0;
    const counts: number[] = [];
    const act = async (item: number): Promise<void> => {
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setTimeout(resolve, 1));
      inFlight -= 1;
      if (item % 10 === 0) throw new Error(`no ${item}`);
    };
    const items = Array.from({ length: 25 }, (_, position) => position + 1);
    const failed = await runEach(items, act, (count) => counts.push(count), signal);
    expect(most).toBe(4);
    expect(failed.map(({ item, error }) => [item, error.message])).toEqual([
      [10, 'no 10'],
      [20, 'no 20'],
    ]);
    expect(counts).toEqual(items);
  });

  it('begins nothing after it was stopped', async () => {
    const stopping = new AbortController();
    const acted: number[] = [];
    const act = async (item: number): Promise<void> => {
      acted.push(item);
      if (item === 2) stopping.abort();
    };
    expect(await runEach([1, 2, 3, 4, 5, 6], act, () => undefined, stopping.signal)).toEqual([]);
    expect(acted).toEqual([1, 2]);
  });
});
