import { createHash } from 'node:crypto';
import { addressKey } from '@postrider/contracts';

/** A published version and its share of the recipients. */
export interface WeightedVersion {
  readonly id: string;
  readonly weight: number;
}

/**
 * Selects a recipient's version by weighted rendezvous hashing: an address always gets the same version, shares are
 * proportional to the weights, and adding or removing a version moves no recipient between the others.
 */
export function versionForRecipient<Version extends WeightedVersion>(
  versions: readonly [Version, ...Version[]],
  recipient: string,
): Version {
  if (versions.length === 1) return versions[0];
  const address = addressKey(recipient);
  const drawn = versions.map((version) => ({
    version,
    score: version.weight / -Math.log(drawNumber(version.id, address)),
  }));
  return drawn.reduce((best, next) => (next.score > best.score ? next : best)).version;
}

/**
 * The version that remains when a test ends, and the one shown without a recipient: the heaviest; of equals the oldest.
 */
export function heaviestVersion<Version extends WeightedVersion>(versions: readonly [Version, ...Version[]]): Version {
  return versions.reduce((best, next) =>
    next.weight > best.weight || (next.weight === best.weight && next.id < best.id) ? next : best,
  );
}

/** A number between 0 and 1 (both exclusive), fixed for the pair. */
function drawNumber(versionId: string, address: string): number {
  const bits = createHash('sha256').update(`${versionId}\n${address}`).digest().readUIntBE(0, 6);
  return (bits + 0.5) / 2 ** 48;
}

/** The weight of a single published version. */
export const soleWeight = 1;

/**
 * The published versions of a locale after new content is saved in `versionId`. It replaces the published version, but
 * joins a running A/B test with the smallest weight of the test.
 */
export function publishedAfterSave(
  versionId: string,
  published: readonly WeightedVersion[],
): readonly WeightedVersion[] {
  if (published.some(({ id }) => id === versionId)) return published;
  if (published.length < 2) return [{ id: versionId, weight: soleWeight }];
  return [...published, { id: versionId, weight: Math.min(...published.map(({ weight }) => weight)) }];
}
