import { t } from '../../../i18n/texts.js';
import { getHeadline } from '../../../ui/failure-messages.js';
import { toast, toastFailure } from '../../../ui/toasts.js';
import type { Tagged, Version, VersionPlace } from '../requests.js';
import { createVersion, publishVersion, saveVersion } from '../requests.js';
import type { WorkingCopy } from './working-copy.js';

interface SaveOptions {
  /** Whether the version is published, or was at any time since it was opened. */
  readonly published: boolean;
  readonly publish: boolean;
  /** The version is part of an A/B test. */
  readonly isInTest: boolean;
  /** The ETag of the published version that the user saw. */
  readonly replaces: string | undefined;
}

/**
 * Saves the editor. A draft is overwritten. A change to a published version becomes a new version, so that the old
 * one stays available.
 */
export async function saveAs(
  copy: WorkingCopy,
  place: VersionPlace,
  { published, publish, isInTest, replaces }: SaveOptions,
): Promise<{ readonly place: VersionPlace; readonly version: Tagged<Version> }> {
  const { content } = copy;
  const how = { publish, replaces: publish && !isInTest ? replaces : undefined };
  if (published && copy.isChanged && !(isInTest && publish)) {
    const version = await createVersion(place, content, how);
    // Text typed in the meantime is stored, and the page of the new version offers it.
    if (copy.content === content) copy.put(copy.saved);
    return { place: { ...place, version_id: version.data.id }, version };
  }
  const version = await saveVersion(place, content, { ...how, tag: copy.tag });
  copy.wasSaved(content, version.tag);
  return { place, version };
}

/** Publishing can be undone: the previously live version still exists. */
export function showPublished(place: VersionPlace, before: string | undefined, done: () => void): void {
  if (before === undefined || before === place.version_id) return toast(t('Version published'));
  return toast(t('Version published'), () => {
    publishVersion({ ...place, version_id: before })
      .then(() => toast(t('Undone. The previous version is published again.')))
      .catch((error: Error) => toastFailure(getHeadline(error)))
      .finally(done);
  });
}
