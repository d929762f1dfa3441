import { AsyncLocalStorage } from 'node:async_hooks';
import { Batcher, retryOnSerializationFailure } from './batcher.js';

/** A statement that finishes when told to. */
function controlled() {
  const runs: { items: readonly number[]; finish: () => void; fail: (error: Error) => void }[] = [];
  const run = (items: readonly number[]): Promise<number[]> =>
    new Promise((resolve, reject) => {
      runs.push({ items, finish: () => resolve(items.map((item) => item * 10)), fail: reject });
    });
  return { runs, run };
}
const turn = (): Promise<void> => new Promise(setImmediate);

describe('a batcher', () => {
  it('runs what arrives together as one batch and gives each its own result', async () => {
    const { runs, run } = controlled();
    const batcher = new Batcher(run, { batch: 10, concurrent: 1 });
    const results = Promise.all([batcher.add(1), batcher.add(2), batcher.add(3)]);
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1, 2, 3]]);
    runs[0]!.finish();
    expect(await results).toEqual([10, 20, 30]);
  });

  it('gathers what arrives while one is under way for the next one', async () => {
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

  it('splits what is more than a batch', async () => {
    const { runs, run } = controlled();
    const batcher = new Batcher(run, { batch: 2, concurrent: 2 });
    const results = Promise.all([1, 2, 3].map((item) => batcher.add(item)));
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1, 2], [3]]);
    runs.forEach(({ finish }) => finish());
    expect(await results).toEqual([10, 20, 30]);
  });

  it('runs each batch in the async context of the first in it', async () => {
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

  it('tries each by itself when the database refuses the data of one', async () => {
    const refused = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
    const batcher = new Batcher<number, number>(
      (items) => (items.includes(2) ? Promise.reject(refused) : Promise.resolve(items.map((item) => item * 10))),
      { batch: 10, concurrent: 1 },
    );
    expect(await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)))).toEqual([
      { status: 'fulfilled', value: 10 },
      { status: 'rejected', reason: refused },
      { status: 'fulfilled', value: 30 },
    ]);
  });

  it.each(['40P01', '40001'])('repeats a batch that lost against a concurrent transaction (%s)', async (code) => {
    const runs: (readonly number[])[] = [];
    const batcher = new Batcher<number, number>(
      (items) => {
        runs.push(items);
        return runs.length <= 3
          ? Promise.reject(Object.assign(new Error('lost'), { code }))
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

  it('tries each by itself when a batch goes on losing, and fails no other for the one that loses', async () => {
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
    // Four times together, then 1 and 3 once and 2 four times.
    expect(runs).toBe(10);
  });

  it('tries each by itself when one is more than the database can hold', async () => {
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

  it('fails exactly those whose batch failed and goes on with the others', async () => {
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

describe('a transaction that may lose', () => {
  const losing = (times: number, code: string) => {
    let runs = 0;
    return {
      runs: () => runs,
      run: () =>
        ++runs > times ? Promise.resolve('done') : Promise.reject(Object.assign(new Error('lost'), { code })),
    };
  };

  it.each(['40P01', '40001'])('is repeated up to three times after %s', async (code) => {
    const thrice = losing(3, code);
    expect(await retryOnSerializationFailure(thrice.run)).toBe('done');
    const more = losing(4, code);
    await expect(retryOnSerializationFailure(more.run)).rejects.toMatchObject({ code });
    expect(more.runs()).toBe(4);
  });

  it('is not repeated after anything else', async () => {
    const refused = losing(1, '23505');
    await expect(retryOnSerializationFailure(refused.run)).rejects.toMatchObject({ code: '23505' });
    expect(refused.runs()).toBe(1);
  });
});
