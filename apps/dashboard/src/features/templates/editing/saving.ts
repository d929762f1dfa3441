import { t } from '../../../i18n/texts.js';
import { headlineOf } from '../../../ui/failure-words.js';
import { say, sayFailed } from '../../../ui/toasts.js';
import type { Tagged, Version, VersionPlace } from '../requests.js';
import { createVersion, publishVersion, saveVersion } from '../requests.js';
import type { WorkingCopy } from './working-copy.js';

interface How {
  /** Whether the version is what is sent, or was since it was opened. */
  readonly published: boolean;
  readonly publish: boolean;
  /** It shares what is sent with other versions, and has to keep its place among them. */
  readonly isInTest: boolean;
  /** The ETag of what is sent as far as whoever publishes knows. */
  readonly replaces: string | undefined;
}

/**
 * Saves what is written. A draft is saved where it is. What is being sent is not written over: its change becomes a version of its own, so that there
 * is always something to compare with and to go back to.
 */
export async function saveAs(
  copy: WorkingCopy,
  place: VersionPlace,
  { published, publish, isInTest, replaces }: How,
): Promise<{ readonly place: VersionPlace; readonly version: Tagged<Version> }> {
  const { content } = copy;
  const how = { publish, replaces: publish && !isInTest ? replaces : undefined };
  if (published && copy.isChanged && !(isInTest && publish)) {
    const version = await createVersion(place, content, how);
    // What is written meanwhile is kept, and the page of the new version offers it.
    if (copy.content === content) copy.put(copy.saved);
    return { place: { ...place, version_id: version.data.id }, version };
  }
  const version = await saveVersion(place, content, { ...how, tag: copy.tag });
  copy.wasSaved(content, version.tag);
  return { place, version };
}

/** Publishing can be taken back: what was sent before is still there. */
export function sayPublished(place: VersionPlace, before: string | undefined, done: () => void): void {
  if (before === undefined || before === place.version_id) return say(t('Published'));
  return say(t('Published'), () => {
    publishVersion({ ...place, version_id: before })
      .then(() => say(t('Undone. The previous version is published again.')))
      .catch((error: Error) => sayFailed(headlineOf(error)))
      .finally(done);
  });
}
