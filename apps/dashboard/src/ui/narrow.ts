import { useMemo, useSyncExternalStore } from 'react';

const telephonePx = 700;

/** A telephone, or a window as small as one; with `upToPx`, also a larger window, up to that width. */
export function useIsNarrow(upToPx = telephonePx): boolean {
  const narrow = useMemo(() => {
    const query = matchMedia(`(max-width: ${Math.max(upToPx, telephonePx)}px)`);
    return {
      matches: () => query.matches,
      subscribe: (tell: () => void) => {
        query.addEventListener('change', tell);
        return () => query.removeEventListener('change', tell);
      },
    };
  }, [upToPx]);
  return useSyncExternalStore(narrow.subscribe, narrow.matches);
}
