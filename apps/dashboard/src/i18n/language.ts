import { useSyncExternalStore } from 'react';
import type { Catalogue } from '../../build/catalogue.js';
import { browserStorage } from '../storage.js';

/** The code contains English. Other languages are catalogues (docs/dashboard.md#texts). */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;
export type Language = keyof typeof languages;

const stored = 'postrider.language';
const catalogues: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: () => Promise.resolve({}),
  de: () => import('./de.js').then(({ german }) => german),
  fr: () => import('./fr.js').then(({ french }) => french),
  es: () => import('./es.js').then(({ spanish }) => spanish),
};
const listeners = new Set<() => void>();

let language: Language = 'en';
let catalogue: Catalogue = {};
let plurals = new Intl.PluralRules('en');

export const isLanguage = (name: string | null | undefined): name is Language => name != null && name in languages;

/** The chosen language, or the first supported language of the browser. */
export const preferredLanguage = (): Language => {
  const chosen = browserStorage.get(stored);
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((name) => name.split('-')[0]).find(isLanguage) ?? 'en';
};

export async function setLanguage(next: Language): Promise<void> {
  catalogue = await catalogues[next]();
  language = next;
  plurals = new Intl.PluralRules(next);
  document.documentElement.lang = next;
  listeners.forEach((listener) => listener());
}

export function chooseLanguage(next: Language): Promise<void> {
  browserStorage.set(stored, next);
  return setLanguage(next);
}

export const currentLanguage = (): Language => language;

export const useLanguage = (): Language =>
  useSyncExternalStore((notify) => {
    listeners.add(notify);
    return () => listeners.delete(notify);
  }, currentLanguage);

/** Cached per language: formatters and columns, which are expensive to create or compared by identity. */
export function perLanguage<Made>(make: (language: string) => Made): (language: string) => Made {
  const made = new Map<string, Made>();
  return (name) => {
    const found = made.get(name) ?? make(name);
    made.set(name, found);
    return found;
  };
}

/** The text in the user's language, or in English without a translation. */
export function sentence(english: string): string {
  const found = catalogue[english];
  return typeof found === 'string' ? found : english;
}

/**
 * The form for this number. Gettext counts the forms of a language in the order in which `Intl.PluralRules` names them.
 */
export function pluralForm(one: string, many: string, count: number): string {
  const forms = catalogue[one];
  if (forms === undefined || typeof forms === 'string') return count === 1 ? one : many;
  const { pluralCategories } = plurals.resolvedOptions();
  const order = ['zero', 'one', 'two', 'few', 'many', 'other'].filter((name) =>
    pluralCategories.some((known) => known === name),
  );
  return forms[order.indexOf(plurals.select(count))] ?? forms.at(-1)!;
}
