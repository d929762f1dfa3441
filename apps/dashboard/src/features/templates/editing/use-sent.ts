import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { allLocalesQuery, versionQuery } from '../queries.js';
import type { Tagged, Version, VersionPlace } from '../requests.js';
import { toContent, isSame } from './version-content.js';
import type { WorkingCopy } from './working-copy.js';

interface Page {
  readonly place: VersionPlace;
  readonly loaded: Tagged<Version>;
  readonly copy: WorkingCopy;
  /** The published version, according to the version list. */
  readonly publishedId: string | undefined;
  /** Several versions are published, and none replaces another. */
  readonly isInTest: boolean;
}

/** The published version now, and as last seen by the user. Publishing replaces only the version that the user saw. */
export function useSent({ place, loaded, copy, publishedId, isInTest }: Page) {
  const queries = useQueryClient();
  const isOther = publishedId !== undefined && publishedId !== place.version_id;
  const other = useQuery({
    ...versionQuery({ ...place, version_id: publishedId ?? '' }),
    enabled: isOther && !isInTest,
  });
  const [known, setKnown] = useState<Tagged<Version>>();

  const isListStale = loaded.data.published
    ? isOther && !isInTest
    : publishedId === place.version_id || other.data?.data.published === false;
  // Each unknown pair of tags is fetched once.
  const staleAt = isListStale ? `${loaded.tag} ${other.data?.tag}` : undefined;
  useEffect(() => {
    if (staleAt !== undefined) void queries.invalidateQueries(allLocalesQuery(place.template_id));
  }, [staleAt, place.template_id, queries]);

  const found = loaded.data.published ? loaded : isOther ? other.data : undefined;
  const now = isInTest || !found?.data.published ? undefined : found;
  const changed = now?.tag === known?.tag ? undefined : now;
  // The first one, or one with a known or the original text. None of these needs a decision.
  const isAsKnown =
    changed !== undefined &&
    (known === undefined || [toContent(known.data), copy.saved].some((seen) => isSame(toContent(changed.data), seen)));
  if (isAsKnown) setKnown(changed);

  return {
    /** The ETag for `replaces`. */
    tag: known?.tag,
    /** Someone published another version, or changed the published one. */
    replacedBy: isAsKnown ? undefined : changed?.data,
    accept: setKnown,
  };
}
