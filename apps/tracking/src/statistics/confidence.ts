import type { DifferenceWithInterval, RateWithInterval } from '@postrider/contracts';

/** Standard deviations to each side of a 95 % confidence interval. */
const z = 1.959963984540054;

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Clamped to 1, because events of an email can be counted before its sending. */
const getShare = (successes: number, trials: number): number =>
  trials === 0 ? 0 : Math.min(Math.max(successes / trials, 0), 1);

/**
 * Wilson's score interval of a rate, without continuity correction: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n).
 * Unlike p ± z √(p(1-p)/n) it stays within 0 and 1 and is accurate for few emails and rare clicks. For n = 0 it is 0 to
 * 1.
 */
function wilson(
  successes: number,
  trials: number,
): { readonly p: number; readonly low: number; readonly high: number } {
  const p = getShare(successes, trials);
  if (trials === 0) return { p, low: 0, high: 1 };
  const scale = 1 + z ** 2 / trials;
  const middle = p + z ** 2 / (2 * trials);
  const margin = z * Math.sqrt((p * (1 - p)) / trials + z ** 2 / (4 * trials ** 2));
  return { p, low: p === 0 ? 0 : (middle - margin) / scale, high: p === 1 ? 1 : (middle + margin) / scale };
}

export function toRate(successes: number, trials: number): RateWithInterval {
  const { p, low, high } = wilson(successes, trials);
  return { rate: rounded(p), low: rounded(low), high: rounded(high) };
}

/**
 * Newcombe's interval of the difference of two rates (his tenth method), from the Wilson intervals of both: from d -
 * √((p₂-l₂)² + (u₁-p₁)²) to d + √((u₂-p₂)² + (p₁-l₁)²), where d = p₂ - p₁. It is significant when it excludes zero.
 */
export function compareRates(
  one: { readonly successes: number; readonly trials: number },
  other: { readonly successes: number; readonly trials: number },
): DifferenceWithInterval {
  const [first, second] = [wilson(one.successes, one.trials), wilson(other.successes, other.trials)];
  const difference = second.p - first.p;
  const low = rounded(difference - Math.hypot(second.p - second.low, first.high - first.p));
  const high = rounded(difference + Math.hypot(second.high - second.p, first.p - first.low));
  return { difference: rounded(difference), low, high, significant: low > 0 || high < 0 };
}
