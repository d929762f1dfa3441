import { useSyncExternalStore } from 'react';

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

/** For what has no opposite: it is done once there is no time left to take it back, or the page is left. */
export function doLater(text: string, act: () => void, takenBack: () => void = () => undefined): void {
  let isOpen = true;
  const settle = (decision: () => void) => () => {
    if (!isOpen) return;
    isOpen = false;
    clearTimeout(timer);
    window.removeEventListener('pagehide', leave);
    decision();
  };
  const leave = settle(act);
  const timer = setTimeout(leave, undoMs);
  window.addEventListener('pagehide', leave);
  show({ text, bad: false, undo: settle(takenBack) }, undoMs);
}

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => toasts,
  );
