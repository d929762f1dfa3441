import { useState } from 'react';

/** Why a query has found nothing yet: said also while it asks again, not in turn with the skeleton. */
export function useStandingError({ data, error }: { data: unknown; error: Error | null }): Error | null {
  const [last, setLast] = useState(error);
  const standing = error ?? (data === undefined ? last : null);
  if (standing !== last) setLast(standing);
  return standing;
}
