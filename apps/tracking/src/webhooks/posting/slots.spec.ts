import { jest } from '@jest/globals';
import { Slots } from './slots.js';

const due = (accountId: string, webhookId: string, more: { due?: number; failing?: boolean } = {}) => ({
  accountId,
  webhookId,
  failing: false,
  due: 32,
  ...more,
});
const take = (slots: Slots, webhooks: readonly ReturnType<typeof due>[]): (() => void)[] =>
  slots
    .distribute(webhooks)
    .flatMap(({ accountId, webhookId, count }) =>
      Array.from({ length: count }, () => slots.take(accountId, webhookId)),
    );
const counts = (slots: Slots, webhooks: readonly ReturnType<typeof due>[]): Record<string, number> =>
  Object.fromEntries(slots.distribute(webhooks).map(({ webhookId, count }) => [webhookId, count]));

describe('Slots', () => {
  it('are allotted to due deliveries, at most 32 per webhook', () => {
    const slots = new Slots(256);
    expect(counts(slots, [due('a', 'a1', { due: 3 }), due('b', 'b1', { due: 99 })])).toEqual({ a1: 3, b1: 32 });
    expect(counts(slots, [])).toEqual({});
  });

  it('are limited to one for a failing webhook', () => {
    const slots = new Slots(256);
    take(slots, [due('a', 'a1', { failing: true })]);
    expect(counts(slots, [due('a', 'a1', { failing: true }), due('a', 'a2')])).toEqual({ a2: 32 });
  });

  it('are limited to four for a slow webhook, until it is fast again', () => {
    jest.useFakeTimers();
    try {
      const slots = new Slots(256);
      const [release] = take(slots, [due('a', 'a1', { due: 1 })]);
      jest.advanceTimersByTime(6_000);
      release!();
      const [again] = take(slots, [due('a', 'a1', { due: 1 })]);
      expect(counts(slots, [due('a', 'a1')])).toEqual({ a1: 3 });
      again!();
      expect(counts(slots, [due('a', 'a1')])).toEqual({ a1: 32 });
    } finally {
      jest.useRealTimers();
    }
  });

  it('of one account are at most twice the free ones', () => {
    const slots = new Slots(60);
    const webhooks = Array.from({ length: 20 }, (_, index) => due('a', `a${index}`));
    expect(take(slots, webhooks)).toHaveLength(40);
    expect(slots.free).toBe(20);
    expect(slots.distribute(webhooks)).toEqual([]);
    expect(counts(slots, [due('b', 'b1')])).toEqual({ b1: 13 });
  });

  it('go to the account with the fewest first, and the last one to an account with none', () => {
    const slots = new Slots(4);
    take(slots, [due('a', 'a1')]);
    expect(slots.free).toBe(2);
    take(slots, [due('b', 'b1')]);
    expect(slots.free).toBe(1);
    expect(counts(slots, [due('a', 'a1'), due('b', 'b1'), due('c', 'c1')])).toEqual({ c1: 1 });
  });

  it('are shared evenly among the webhooks of an account', () => {
    const slots = new Slots(30);
    expect(counts(slots, [due('a', 'a1'), due('a', 'a2')])).toEqual({ a1: 10, a2: 10 });
  });
});
