import { AsyncLocalStorage } from 'node:async_hooks';
import { Batcher, retryOnSerializationFailure } from './batcher.js';

/** A statement that the test finishes. */
function controlled() {
  const runs: { items: readonly number[]; finish: () => void; fail: (error: Error) => void }[] = [];
  const run = (items: readonly number[]): Promise<number[]> =>
    new Promise((resolve, reject) => {
      runs.push({ items, finish: () => resolve(items.map((item) => item * 10)), fail: reject });
    });
  return { runs, run };
}
const turn = (): Promise<void> => new Promise(setImmediate);

describe('Batcher', () => {
  it('runs items that are added in the same turn of the event loop as one batch, and returns each its own result', async () => {
    const { runs, run } = controlled();
    const batcher = new Batcher(run, { batch: 10, concurrent: 1 });
    const results = Promise.all([batcher.add(1), batcher.add(2), batcher.add(3)]);
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1, 2, 3]]);
    runs[0]!.finish();
    expect(await results).toEqual([10, 20, 30]);
  });

  it('collects items for the next batch while a batch is running', async () => {
    const { runs, run } = controlled();
    const batcher = new Batcher(run, { batch: 10, concurrent: 1 });
    const first = batcher.add(1);
    await turn();
    const later = [batcher.add(2), batcher.add(3)];
    await turn();
    expect(runs).toHaveLength(1);
    runs[0]!.finish();
    await first;
    await turn();
    expect(runs[1]!.items).toEqual([2, 3]);
    runs[1]!.finish();
    expect(await Promise.all(later)).toEqual([20, 30]);
  });

  it('splits items that exceed the batch size', async () => {
    const { runs, run } = controlled();
    const batcher = new Batcher(run, { batch: 2, concurrent: 2 });
    const results = Promise.all([1, 2, 3].map((item) => batcher.add(item)));
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1, 2], [3]]);
    runs.forEach(({ finish }) => finish());
    expect(await results).toEqual([10, 20, 30]);
  });

  it('runs each batch in the async context of its first item', async () => {
    const caller = new AsyncLocalStorage<number>();
    const seen: unknown[] = [];
    const batcher = new Batcher<number, number>(
      async (items) => {
        seen.push([caller.getStore(), items]);
        return items;
      },
      { batch: 2, concurrent: 1 },
    );
    await Promise.all([1, 2, 3, 4, 5].map((item) => caller.run(item, () => batcher.add(item))));
    await caller.run(6, () => batcher.add(6));
    expect(seen).toEqual([
      [1, [1, 2]],
      [3, [3, 4]],
      [5, [5]],
      [6, [6]],
    ]);
  });

  it('runs each item alone when the database rejects the data of one', async () => {
    const rejected = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
    const batcher = new Batcher<number, number>(
      (items) => (items.includes(2) ? Promise.reject(rejected) : Promise.resolve(items.map((item) => item * 10))),
      { batch: 10, concurrent: 1 },
    );
    expect(await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)))).toEqual([
      { status: 'fulfilled', value: 10 },
      { status: 'rejected', reason: rejected },
      { status: 'fulfilled', value: 30 },
    ]);
  });

  it.each(['40P01', '40001'])('repeats a batch after a serialization failure or a deadlock (%s)', async (code) => {
    const runs: (readonly number[])[] = [];
    const batcher = new Batcher<number, number>(
      (items) => {
        runs.push(items);
        return runs.length <= 3
          ? Promise.reject(Object.assign(new Error('conflict'), { code }))
          : Promise.resolve(items.map((item) => item * 10));
      },
      { batch: 10, concurrent: 1 },
    );
    expect(await Promise.all([1, 2].map((item) => batcher.add(item)))).toEqual([10, 20]);
    expect(runs).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
  });

  it('runs each item alone when a batch keeps failing with a deadlock, and rejects only the item that fails alone', async () => {
    const lost = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    let runs = 0;
    const batcher = new Batcher<number, number>(
      (items) => {
        runs++;
        return items.includes(2) ? Promise.reject(lost) : Promise.resolve(items.map((item) => item * 10));
      },
      { batch: 10, concurrent: 1 },
    );
    expect(await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)))).toEqual([
      { status: 'fulfilled', value: 10 },
      { status: 'rejected', reason: lost },
      { status: 'fulfilled', value: 30 },
    ]);
    // Four times as a batch, then items 1 and 3 once and item 2 four times.
    expect(runs).toBe(10);
  });

  it('runs each item alone when one exceeds a limit of the database', async () => {
    const tooLarge = Object.assign(new Error('index row size exceeds maximum'), { code: '54000' });
    const batcher = new Batcher<number, number>(
      (items) => (items.includes(2) ? Promise.reject(tooLarge) : Promise.resolve(items.map((item) => item * 10))),
      { batch: 10, concurrent: 1 },
    );
    const [one, two] = await Promise.allSettled([1, 2].map((item) => batcher.add(item)));
    expect([one, two]).toEqual([
      { status: 'fulfilled', value: 10 },
      { status: 'rejected', reason: tooLarge },
    ]);
  });

  it('rejects the items of a failed batch only, and runs the next batches', async () => {
    const { runs, run } = controlled();
    const batcher = new Batcher(run, { batch: 1, concurrent: 1 });
    const [bad, good] = [batcher.add(1), batcher.add(2)];
    await turn();
    runs[0]!.fail(new Error('no connection'));
    await expect(bad).rejects.toThrow('no connection');
    await turn();
    runs[1]!.finish();
    expect(await good).toBe(20);
  });
});

describe('retryOnSerializationFailure', () => {
  const failing = (times: number, code: string) => {
    let runs = 0;
    return {
      runs: () => runs,
      run: () =>
        ++runs > times ? Promise.resolve('done') : Promise.reject(Object.assign(new Error('conflict'), { code })),
    };
  };

  it.each(['40P01', '40001'])('repeats the transaction up to three times after %s', async (code) => {
    const thrice = failing(3, code);
    expect(await retryOnSerializationFailure(thrice.run)).toBe('done');
    const more = failing(4, code);
    await expect(retryOnSerializationFailure(more.run)).rejects.toMatchObject({ code });
    expect(more.runs()).toBe(4);
  });

  it('does not repeat the transaction after another error', async () => {
    const rejected = failing(1, '23505');
    await expect(retryOnSerializationFailure(rejected.run)).rejects.toMatchObject({ code: '23505' });
    expect(rejected.runs()).toBe(1);
  });
});
