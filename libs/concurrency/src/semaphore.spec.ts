import { Semaphore } from './semaphore.js';

const turn = (): Promise<void> => new Promise(setImmediate);

/** Acquires and notes in `order` when it is let in. */
function taker(semaphore: Semaphore) {
  const order: string[] = [];
  const take = async (name: string, amount: number): Promise<() => void> => {
    const release = await semaphore.acquire(amount);
    order.push(name);
    return release;
  };
  return { order, take };
}

describe('a semaphore', () => {
  it('lets in what fits and the others in the order they came, also when a later one would fit earlier', async () => {
    const { order, take } = taker(new Semaphore(10));
    const first = await take('first', 8);
    const big = take('big', 6);
    const small = take('small', 1);
    await turn();
    expect(order).toEqual(['first']);
    first();
    await Promise.all([big, small]);
    expect(order).toEqual(['first', 'big', 'small']);
  });

  it('lets in what is more than all of it, alone', async () => {
    const { order, take } = taker(new Semaphore(10));
    const small = await take('small', 1);
    const huge = take('huge', 100);
    await turn();
    expect(order).toEqual(['small']);
    small();
    const release = await huge;
    const next = take('next', 1);
    await turn();
    expect(order).toEqual(['small', 'huge']);
    release();
    await next;
  });

  it('gives room back once however often it is released', async () => {
    const semaphore = new Semaphore(2);
    const release = await semaphore.acquire(1);
    await semaphore.acquire(1);
    release();
    release();
    await semaphore.acquire(1);
    const over = new AbortController();
    const waiting = semaphore.acquire(1, over.signal);
    over.abort(new Error('too late'));
    await expect(waiting).rejects.toThrow('too late');
  });

  it('forgets who gave up, and lets in those behind', async () => {
    const semaphore = new Semaphore(10);
    const release = await semaphore.acquire(5);
    const over = new AbortController();
    const impatient = semaphore.acquire(10, over.signal);
    const behind = semaphore.acquire(5);
    over.abort(new Error('too late'));
    await expect(impatient).rejects.toThrow('too late');
    await expect(behind).resolves.toBeInstanceOf(Function);
    release();
    await expect(semaphore.acquire(5, over.signal)).rejects.toThrow('too late');
  });
});
