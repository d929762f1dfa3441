import { useSyncExternalStore } from 'react';
import { browserStorage } from '../storage.js';

/** Whether the logs show emails of live keys or of test keys. Stored in the browser. */
export type Mode = 'live' | 'test';

const stored = 'postrider.mode';
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const currentMode = (): Mode => (browserStorage.get(stored) === 'test' ? 'test' : 'live');

export function changeMode(mode: Mode): void {
  browserStorage.set(stored, mode);
  for (const listener of listeners) listener();
}

export const useMode = (): Mode => useSyncExternalStore(subscribe, currentMode);
