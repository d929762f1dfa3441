import type { components } from '@postrider/client';
import type { ListSearch } from './searches.js';

/** A template with all its locales, as the list shows it. */
export type FoundTemplate = components['schemas']['FoundTemplate'];

/** What of it is sent, by its default locale. */
export function stateOf({ locales }: Pick<FoundTemplate, 'locales'>): 'published' | 'test' | 'draft' {
  const { published = 0 } = locales.find((locale) => locale.default) ?? locales[0] ?? {};
  return published === 0 ? 'draft' : published === 1 ? 'published' : 'test';
}

export const draftsOf = ({ locales }: Pick<FoundTemplate, 'locales'>): number =>
  locales.reduce((sum, { drafts }) => sum + drafts, 0);

/** What is not searched for is not in the address. */
export const definedOf = (search: ListSearch): ListSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== '' && value !== undefined));
