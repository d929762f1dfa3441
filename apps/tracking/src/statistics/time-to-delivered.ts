import type { Figures } from '@postrider/contracts';
import { deliverySeconds } from './measures.js';

/** The estimated percentiles of the counts of `deliveryTimes`; none without deliveries. */
export function timeToDelivered(counts: readonly number[]): Pick<Figures, 'time_to_delivered'> {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= 0) return {};
  const percentile = (share: number): number => rounded(estimateAt(share * total, counts));
  return { time_to_delivered: { p50: percentile(0.5), p95: percentile(0.95) } };
}

/** Interpolates between the bounds of the column; the last column has only a lower one. */
function estimateAt(rank: number, counts: readonly number[]): number {
  let before = 0;
  const index = counts.findIndex((count) => {
    if (before + count >= rank && count > 0) return true;
    before += count;
    return false;
  });
  const [low, high] = [deliverySeconds[index - 1] ?? 0, deliverySeconds[index] ?? deliverySeconds.at(-1)!];
  return low + ((high - low) * (rank - before)) / counts[index]!;
}

/** Two significant digits: it is an estimate. */
const rounded = (seconds: number): number => Number(seconds.toPrecision(2));
