import { describe, expect, it } from '@jest/globals';
import { ByteBudget } from './byte-budget.js';

const patient = new AbortController().signal;
const turn = (): Promise<void> => new Promise(setImmediate);

/** Takes from the budget and notes in `order` when it is let in. */
function taker(budget: ByteBudget) {
  const order: string[] = [];
  const take = async (name: string, bytes: number): Promise<() => void> => {
    const release = await budget.take(bytes, patient);
    order.push(name);
    return release;
  };
  return { order, take };
}

describe('ByteBudget', () => {
  it('lets in what fits and the others in the order they came, also when a later one would fit earlier', async () => {
    const { order, take } = taker(new ByteBudget(10));
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
    const { order, take } = taker(new ByteBudget(10));
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
    const budget = new ByteBudget(2);
    const release = await budget.take(1, patient);
    await budget.take(1, patient);
    release();
    release();
    await budget.take(1, patient);
    const over = new AbortController();
    const waiting = budget.take(1, over.signal);
    over.abort(new Error('too late'));
    await expect(waiting).rejects.toThrow('too late');
  });

  it('forgets who gave up, and lets in those behind', async () => {
    const budget = new ByteBudget(10);
    const release = await budget.take(5, patient);
    const over = new AbortController();
    const impatient = budget.take(10, over.signal);
    const behind = budget.take(5, patient);
    over.abort(new Error('too late'));
    await expect(impatient).rejects.toThrow('too late');
    await expect(behind).resolves.toBeInstanceOf(Function);
    release();
    await expect(budget.take(5, over.signal)).rejects.toThrow('too late');
  });
});
