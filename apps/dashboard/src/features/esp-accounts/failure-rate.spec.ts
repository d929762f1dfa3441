import { getRate, getTop, sumUp } from './failure-rate.js';

const hour = (attempts: number, failed: number) => ({ begins: 0, attempts, failed });

describe('the failure rate of an ESP account', () => {
  it('the rate is the share of the attempts that failed, and zero without email', () => {
    expect(sumUp([hour(10, 1), hour(0, 0), hour(30, 3)])).toEqual({ attempts: 40, failed: 4 });
    expect([hour(40, 4), hour(0, 0), hour(2, 2)].map(getRate)).toEqual([0.1, 0, 1]);
  });

  it('the rate is drawn below the next of 10, 25, 50 and 100 percent', () => {
    expect([[], [hour(100, 2)], [hour(100, 2), hour(4, 1)], [hour(10, 3)], [hour(2, 2)]].map(getTop)).toEqual([
      0.1, 0.1, 0.25, 0.5, 1,
    ]);
  });
});
