import { useSyncExternalStore } from 'react';
import { browserStorage } from '../storage.js';

const listeners = new Set<() => void>();
const notify = (): void => listeners.forEach((listener) => listener());
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** A choice that this browser keeps. The first value is the default. */
class Choice<Value extends string> {
  private readonly key: string;

  constructor(
    name: string,
    readonly values: readonly [Value, ...Value[]],
  ) {
    this.key = `postrider.${name}`;
  }

  readonly get = (): Value => this.values.find((value) => value === browserStorage.get(this.key)) ?? this.values[0];

  set(value: Value): void {
    browserStorage.set(this.key, value);
    showAppearance();
  }
}

export const theme = new Choice('theme', ['system', 'light', 'dark']);
/** Height of rows and controls. A phone always has the size of a finger. */
export const density = new Choice('density', ['comfortable', 'compact']);

/** Applies the choices to the page. */
export function showAppearance(): void {
  const { classList } = document.documentElement;
  classList.toggle('theme-light', theme.get() === 'light');
  classList.toggle('theme-dark', theme.get() === 'dark');
  classList.toggle('density-compact', density.get() === 'compact');
  notify();
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
darkSystem.addEventListener('change', notify);

/** Renders again when the choice changes. */
export const useChoice = <Value extends string>(choice: Choice<Value>): Value =>
  useSyncExternalStore(subscribe, choice.get);

/** The effective theme, for elements that set their own colors: a canvas, the editor. */
export const useIsDark = (): boolean =>
  useSyncExternalStore(subscribe, () => (theme.get() === 'system' ? darkSystem.matches : theme.get() === 'dark'));
