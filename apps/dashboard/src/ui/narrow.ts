import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 700px)');

/** A telephone, or a window as small as one. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (tell) => {
      narrow.addEventListener('change', tell);
      return () => narrow.removeEventListener('change', tell);
    },
    () => narrow.matches,
  );
