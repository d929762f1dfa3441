import type { ListSearch } from './searches.js';
import type { Template } from './requests.js';

/** A template with all its locales, as the list shows it. */
export interface TemplateRow {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly locales: readonly string[];
  /** When a version of it was saved last. */
  readonly modified: number;
  readonly drafts: number;
  readonly state: 'published' | 'test' | 'draft';
}

/** The API lists each locale by itself, those of a template behind each other. */
export function rowsOf(templates: readonly Template[]): readonly TemplateRow[] {
  const byId = new Map<string, Template[]>();
  for (const template of templates) byId.set(template.id, [...(byId.get(template.id) ?? []), template]);
  return [...byId.values()].map(rowOf).toSorted((one, other) => other.modified - one.modified);
}

function rowOf(locales: readonly Template[]): TemplateRow {
  const [first] = locales as readonly [Template];
  const versions = locales.flatMap((each) => each.versions);
  const sent = first.versions.filter(({ published }) => published).length;
  return {
    id: first.id,
    name: first.name,
    tags: first.tags,
    locales: locales.map(({ locale }) => locale),
    modified: versions.reduce((latest, { modified }) => Math.max(latest, modified), first.created),
    drafts: versions.filter(({ published }) => !published).length,
    state: sent === 0 ? 'draft' : sent === 1 ? 'published' : 'test',
  };
}

/** Those that the search asks for: every word of it in the name, the id or a tag. */
export function found(rows: readonly TemplateRow[], { q = '', tag, locale }: ListSearch): readonly TemplateRow[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    (row) =>
      (tag === undefined || row.tags.includes(tag)) &&
      (locale === undefined || row.locales.includes(locale)) &&
      words.every((word) => [row.name, row.id, ...row.tags].some((text) => text.toLowerCase().includes(word))),
  );
}

/** All there are, in the order of the alphabet. */
export const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)].toSorted((one, other) => one.localeCompare(other));
