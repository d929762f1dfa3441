import { createHash } from 'node:crypto';
import { addressKey } from '@postrider/contracts';

/** A published version and its share of the recipients. */
export interface WeightedVersion {
  readonly id: string;
  readonly weight: number;
}

/**
 * The version a recipient gets, by weighted rendezvous hashing: the same address always gets the same one, shares are proportional to the
 * weights, and a version that joins or leaves moves nobody between the others.
 */
export function versionForRecipient<Version extends WeightedVersion>(
  versions: readonly [Version, ...Version[]],
  recipient: string,
): Version {
  if (versions.length === 1) return versions[0];
  const address = addressKey(recipient);
  const drawn = versions.map((version) => ({
    version,
    score: version.weight / -Math.log(drawOf(version.id, address)),
  }));
  return drawn.reduce((best, next) => (next.score > best.score ? next : best)).version;
}

/** What stays when a test ends, and what is shown where nobody is the recipient: the heaviest; among equals the oldest. */
export function heaviest<Version extends WeightedVersion>(versions: readonly [Version, ...Version[]]): Version {
  return versions.reduce((best, next) =>
    next.weight > best.weight || (next.weight === best.weight && next.id < best.id) ? next : best,
  );
}

/** A number between 0 and 1, both excluded, fixed for the pair. */
function drawOf(versionId: string, address: string): number {
  const bits = createHash('sha256').update(`${versionId}\n${address}`).digest().readUIntBE(0, 6);
  return (bits + 0.5) / 2 ** 48;
}

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
