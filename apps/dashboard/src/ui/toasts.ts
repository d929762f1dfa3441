import { useSyncExternalStore } from 'react';
import { getHeadline } from './failure-messages.js';

export type Toast = {
  readonly id: number;
  readonly text: string;
  readonly bad: boolean;
  /** Reverses the action. */
  readonly undo?: () => void;
};

const undoMs = 8_000;
const toastMs = 5_000;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let last = 0;

function change(next: readonly Toast[]): void {
  toasts = next;
  listeners.forEach((notify) => notify());
}

export const dismiss = (id: number): void => change(toasts.filter((each) => each.id !== id));

function show(shown: Omit<Toast, 'id'>, ms: number): number {
  const id = ++last;
  change([...toasts, { ...shown, id }]);
  setTimeout(() => dismiss(id), ms);
  return id;
}

/** Reports success; `undo` reverses it. */
export const toast = (text: string, undo?: () => void): void => {
  show({ text, bad: false, ...(undo ? { undo } : {}) }, undo ? undoMs : toastMs);
};

export const toastFailure = (text: string): void => {
  show({ text, bad: true }, undoMs);
};

/** Delayed actions that can still be undone. */
const waiting = new Set<() => Promise<void>>();

/** Runs an action that cannot be reversed when the time to undo is over or the page unloads. */
export function runAfterUndo(text: string, act: () => Promise<unknown>, takenBack: () => void = () => undefined): void {
  const settled = (): boolean => {
    clearTimeout(timer);
    window.removeEventListener('pagehide', run);
    return waiting.delete(run);
  };
  const run = async (): Promise<void> => {
    if (settled()) await act().catch((error: Error) => toastFailure(getHeadline(error)));
  };
  const timer = setTimeout(run, undoMs);
  window.addEventListener('pagehide', run);
  waiting.add(run);
  show({ text, bad: false, undo: () => settled() && takenBack() }, undoMs);
}

/** Runs pending actions before the session or account changes. */
export async function runPending(): Promise<void> {
  change([]);
  await Promise.all([...waiting].map((carryOut) => carryOut()));
}

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    () => toasts,
  );
