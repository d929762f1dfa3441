import { useSyncExternalStore } from 'react';
import { headlineOf } from './failure-words.js';

export type Toast = {
  readonly id: number;
  readonly text: string;
  readonly bad: boolean;
  /** Takes back what was done. */
  readonly undo?: () => void;
};

const undoMs = 8_000;
const readMs = 5_000;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let last = 0;

function change(next: readonly Toast[]): void {
  toasts = next;
  listeners.forEach((tell) => tell());
}

export const dismiss = (id: number): void => change(toasts.filter((toast) => toast.id !== id));

function show(toast: Omit<Toast, 'id'>, ms: number): number {
  const id = ++last;
  change([...toasts, { ...toast, id }]);
  setTimeout(() => dismiss(id), ms);
  return id;
}

/** Says that something is done; `undo` does the opposite. */
export const say = (text: string, undo?: () => void): void => {
  show({ text, bad: false, ...(undo ? { undo } : {}) }, undo ? undoMs : readMs);
};

/** Says what went wrong, long enough to be read. */
export const sayFailed = (text: string): void => {
  show({ text, bad: true }, undoMs);
};

/** What could still be taken back, by the one that carries it out. */
const waiting = new Set<() => Promise<void>>();

/** For what has no opposite: it is done once there is no time left to take it back, or the page is left. Says so if it failed. */
export function doLater(text: string, act: () => Promise<unknown>, takenBack: () => void = () => undefined): void {
  const settled = (): boolean => {
    clearTimeout(timer);
    window.removeEventListener('pagehide', carryOut);
    return waiting.delete(carryOut);
  };
  const carryOut = async (): Promise<void> => {
    if (settled()) await act().catch((error: Error) => sayFailed(headlineOf(error)));
  };
  const timer = setTimeout(carryOut, undoMs);
  window.addEventListener('pagehide', carryOut);
  waiting.add(carryOut);
  show({ text, bad: false, undo: () => settled() && takenBack() }, undoMs);
}

/** For whoever leaves what the messages are about: nothing can be taken back from now on, and what could be is done. */
export async function settleAll(): Promise<void> {
  change([]);
  await Promise.all([...waiting].map((carryOut) => carryOut()));
}

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => toasts,
  );
