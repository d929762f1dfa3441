import type { Tagged, Version, VersionPlace } from '../requests.js';
import { createVersion, publishVersion, saveVersion } from '../requests.js';
import type { WorkingCopy } from './working-copy.js';

interface How {
  /** Whether the version is what is sent now. */
  readonly published: boolean;
  readonly publish: boolean;
  /** It shares what is sent with other versions, and has to keep its place among them. */
  readonly isInTest: boolean;
}

/**
 * Saves what is written. A draft is saved where it is. What is being sent is not written over: its change becomes a version of its own, so that there
 * is always something to compare with and to go back to.
 */
export async function saveAs(
  copy: WorkingCopy,
  place: VersionPlace,
  { published, publish, isInTest }: How,
): Promise<{ readonly place: VersionPlace; readonly version: Tagged<Version> }> {
  const { content } = copy;
  if (published && !(isInTest && publish)) {
    const created = await createVersion(place, content);
    const made = { ...place, version_id: created.data.id };
    // What was written is there now; nothing of it is left to be kept for this one.
    copy.put(copy.saved);
    return { place: made, version: publish ? await publishVersion(made) : created };
  }
  if (publish && !copy.isChanged) {
    const version = await publishVersion(place);
    copy.wasSaved(content, version.tag);
    return { place, version };
  }
  const version = await saveVersion(place, content, { tag: copy.tag, publish });
  copy.wasSaved(content, version.tag);
  return { place, version };
}
