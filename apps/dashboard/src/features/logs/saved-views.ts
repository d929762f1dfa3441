import { browserStorage } from '../../storage.js';
import type { LogSearch } from './log-search.js';
import { getFilters, validateLogSearch } from './log-search.js';

export type SavedView = { readonly name: string; readonly search: LogSearch };
export const maxViews = 20;
export const maxNameLength = 60;

/** Per user and account, because several people may use the same browser. */
export const viewsKey = (userId: string, accountId: string): string => `postrider.log-views.${userId}.${accountId}`;

/** Stored views may come from another release, so they are validated like a URL. */
export function readViews(key: string): readonly SavedView[] {
  const stored = parse(browserStorage.get(key));
  if (!Array.isArray(stored)) return [];
  return stored
    .filter(isView)
    .slice(0, maxViews)
    .map(({ name, search }) => ({
      name: name.slice(0, maxNameLength),
      search: getFilters(validateLogSearch({ ...search })),
    }));
}

/** A view of the same name is replaced. */
export const saveView = (key: string, view: SavedView): void =>
  write(key, [...readViews(key).filter(({ name }) => name !== view.name), view]);

export const removeView = (key: string, removed: string): void =>
  write(
    key,
    readViews(key).filter(({ name }) => name !== removed),
  );

const write = (key: string, views: readonly SavedView[]): void => browserStorage.set(key, JSON.stringify(views));

const isView = (stored: unknown): stored is SavedView => {
  const { name, search } = (stored ?? {}) as Partial<SavedView>;
  return typeof name === 'string' && typeof search === 'object' && search !== null;
};

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}
