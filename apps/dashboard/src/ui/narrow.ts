import { useSyncExternalStore } from 'react';

export const telephonePx = 700;

function subscribe(tell: () => void): () => void {
  window.addEventListener('resize', tell);
  return () => window.removeEventListener('resize', tell);
}

/** What depends on the width of the window. Rerenders only when the result changes, so it must be a primitive. */
export const useWindowWidth = <Result extends number | boolean>(of: (px: number) => Result): Result =>
  useSyncExternalStore(subscribe, () => of(window.innerWidth));

const isTelephone = (px: number): boolean => px <= telephonePx;

/** A telephone, or a window as small as one. */
export const useIsNarrow = (): boolean => useWindowWidth(isTelephone);
