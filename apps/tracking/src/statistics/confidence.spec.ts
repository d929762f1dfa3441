import { compareRates, toRate } from './confidence.js';

describe("Wilson's interval of a rate", () => {
  // From the table of Newcombe (1998), "Two-sided confidence intervals for the single proportion", method 3; and edge
  // cases.
  it.each([
    [81, 263, 0.307985, 0.255289, 0.366211],
    [15, 148, 0.101351, 0.062386, 0.160511],
    [0, 20, 0, 0, 0.161125],
    [1, 29, 0.034483, 0.006113, 0.171755],
    [29, 29, 1, 0.883032, 1],
    [1, 1, 1, 0.206549, 1],
    [500, 1_000, 0.5, 0.469074, 0.530926],
  ])('for %d of %d is %d, from %d to %d', (successes, trials, rate, low, high) => {
    const found = toRate(successes, trials);
    expect(found.rate).toBeCloseTo(rate, 5);
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  });

  it('without trials is 0 to 1', () => {
    expect(toRate(0, 0)).toEqual({ rate: 0, low: 0, high: 1 });
  });

  it.each([
    [7, 5],
    [-1, 5],
    [1, 0],
  ])('stays within 0 and 1 while events are counted before the sending: %d of %d', (successes, trials) => {
    const { rate, low, high } = toRate(successes, trials);
    expect(Math.min(rate, low)).toBeGreaterThanOrEqual(0);
    expect(Math.max(rate, high)).toBeLessThanOrEqual(1);
  });
});

describe("Newcombe's interval of a difference", () => {
  // From the table of "Interval estimation for the difference between independent proportions" (1998), method 10, which
  // subtracts the second from the first.
  it.each([
    [48, 80, 56, 70, 0.2, 0.0524, 0.3339],
    [3, 10, 9, 10, 0.6, 0.1705, 0.809],
    [0, 29, 5, 56, 0.0893, -0.0381, 0.1926],
    [10, 10, 0, 10, -1, -1, -0.6075],
  ])('for %d of %d and %d of %d is %d, from %d to %d', (a, m, b, n, difference, low, high) => {
    const found = compareRates({ successes: a, trials: m }, { successes: b, trials: n });
    expect(found.difference).toBeCloseTo(difference, 3);
    expect(found.low).toBeCloseTo(low, 3);
    expect(found.high).toBeCloseTo(high, 3);
    expect(found.significant).toBe(low > 0 || high < 0);
  });

  it('is not significant with few trials', () => {
    const nothing = { successes: 0, trials: 0 };
    expect(compareRates(nothing, { successes: 50, trials: 100 }).significant).toBe(false);
    expect(compareRates(nothing, nothing)).toEqual({ difference: 0, low: -1, high: 1, significant: false });
  });
});
