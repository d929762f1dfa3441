import type { components } from '@postrider/client';
import type { PeriodSearch } from '../statistics/periods.js';
import { validatePeriod } from '../statistics/periods.js';

/** The search parameters of the list. */
export interface ListSearch {
  readonly q?: string;
  readonly tag?: string;
  readonly locale?: string;
}

const views = ['write', 'versions', 'locales', 'test', 'statistics', 'settings'] as const;
export type View = (typeof views)[number];

/** The search parameters of a template: the open version and tab, and the period of its statistics. */
export interface TemplateSearch extends PeriodSearch {
  readonly locale?: string;
  readonly version?: string;
  readonly view?: View | undefined;
  /** Two versions to compare, each as `<locale>/<version>`. */
  readonly left?: string;
  readonly right?: string;
}

export const listSearch = (search: Record<string, unknown>): ListSearch => texts(search, ['q', 'tag', 'locale']);

export const templateSearch = (search: Record<string, unknown>): TemplateSearch => {
  const view = views.find((each) => each === search['view']);
  return {
    ...texts(search, ['locale', 'version', 'left', 'right']),
    ...validatePeriod(search),
    view: view === 'write' ? undefined : view,
  };
};

/** Returns explicit undefined for values other than text, since the router keeps omitted parameters. */
const texts = <Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { [name in Name]?: string } =>
  Object.fromEntries(
    names.map((name) => [name, typeof search[name] === 'string' && search[name] !== '' ? search[name] : undefined]),
  ) as { [name in Name]?: string };

/** A template with all its locales, for the list. */
export type FoundTemplate = components['schemas']['FoundTemplate'];

/** The live state of a template, by its default locale. */
export function getState({ locales }: Pick<FoundTemplate, 'locales'>): 'published' | 'test' | 'draft' {
  const { published = 0 } = locales.find((locale) => locale.default) ?? locales[0] ?? {};
  return published === 0 ? 'draft' : published === 1 ? 'published' : 'test';
}

export const countDrafts = ({ locales }: Pick<FoundTemplate, 'locales'>): number =>
  locales.reduce((sum, { drafts }) => sum + drafts, 0);

/** Empty filters are omitted from the URL. */
export const omitEmpty = (search: ListSearch): ListSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== '' && value !== undefined));
