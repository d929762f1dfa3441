import { useEffect, useState } from 'react';

/** The maximum delay on a busy page. */
const latestMs = 1_000;

/** Runs the callback when the browser is idle. Returns a function that cancels it. */
export function onceIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, latestMs / 10);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: latestMs });
  return () => cancelIdleCallback(handle);
}

/** True after the first paint, so that hidden parts render later. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => onceIdle(() => setIsIdle(true)), []);
  return isIdle;
}
