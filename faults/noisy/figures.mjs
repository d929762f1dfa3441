export const quantile = (/** @type {number[]} */ values, /** @type {number} */ share) => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

export const formatCounts = (/** @type {[status: number | string, count: number][]} */ responses) =>
  responses.length === 0 ? 'none' : responses.map(([status, count]) => `${status} x ${count}`).join(', ');
