import { useSyncExternalStore } from 'react';

export const phonePx = 700;

function subscribe(notify: () => void): () => void {
  window.addEventListener('resize', notify);
  return () => window.removeEventListener('resize', notify);
}

/**
 * A value that depends on the width of the window. It must be a primitive, because the component rerenders only when
 * it changes.
 */
export const useWindowWidth = <Result extends number | boolean>(of: (px: number) => Result): Result =>
  useSyncExternalStore(subscribe, () => of(window.innerWidth));

const isPhone = (px: number): boolean => px <= phonePx;

/** The width of a phone, or of an equally small window. */
export const useIsNarrow = (): boolean => useWindowWidth(isPhone);
