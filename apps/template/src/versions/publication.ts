import type { WeightedVersion } from './ab-test.js';

/** The weight of a version that is published alone. */
export const soleWeight = 1;

/**
 * Which versions of a locale are published once `versionId` was saved with new content. It takes the place of the published one; a running
 * A/B test goes on instead, and a version that was not in it joins it with the smallest share there is.
 */
export function publishedAfterSave(
  versionId: string,
  published: readonly WeightedVersion[],
): readonly WeightedVersion[] {
  if (published.some(({ id }) => id === versionId)) return published;
  if (published.length < 2) return [{ id: versionId, weight: soleWeight }];
  return [...published, { id: versionId, weight: Math.min(...published.map(({ weight }) => weight)) }];
}
