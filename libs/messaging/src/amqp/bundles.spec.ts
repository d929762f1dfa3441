import { packBundles } from './bundles.js';

const bundled = (lengths: readonly number[], maxSize?: number): number[][] =>
  packBundles(lengths, (length) => length, maxSize);

describe('bundles', () => {
  it('hold up to 32 small entries or 64 KB, in order', () => {
    expect(bundled(Array.from({ length: 40 }, () => 1)).map((bundle) => bundle.length)).toEqual([32, 8]);
    expect(bundled([30_000, 30_000, 30_000])).toEqual([[30_000, 30_000], [30_000]]);
    expect(bundled([1, 2, 3], 2)).toEqual([[1, 2], [3]]);
  });

  it('hold a large entry alone', () => {
    expect(bundled([10, 65_537, 10, 15_000_000, 15_000_000, 10, 20])).toEqual([
      [10],
      [65_537],
      [10],
      [15_000_000],
      [15_000_000],
      [10, 20],
    ]);
  });
});
