import { useSyncExternalStore } from 'react';
import { browserStorage } from '../storage.js';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const stored = 'postrider.theme';
const listeners = new Set<() => void>();

export const chosenTheme = (): Theme => themes.find((theme) => theme === browserStorage.get(stored)) ?? 'system';

export function showTheme(theme: Theme = chosenTheme()): void {
  const { classList } = document.documentElement;
  classList.toggle('theme-light', theme === 'light');
  classList.toggle('theme-dark', theme === 'dark');
  listeners.forEach((listener) => listener());
}

export function chooseTheme(theme: Theme): void {
  browserStorage.set(stored, theme);
  showTheme(theme);
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
darkSystem.addEventListener('change', () => listeners.forEach((tell) => tell()));

const subscribe = (tell: () => void): (() => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, chosenTheme);

/** The effective theme, for elements that set their own colors: a canvas, the editor. */
export const useIsDark = (): boolean =>
  useSyncExternalStore(subscribe, () => {
    const theme = chosenTheme();
    return theme === 'dark' || (theme === 'system' && darkSystem.matches);
  });
