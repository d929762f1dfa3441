import type { QueryClient } from '@tanstack/react-query';
import { snippetsQuery } from './editing/working-copy.js';
import { allLocalesQuery, versionQuery } from './queries.js';
import type { Template } from './requests.js';
import type { TemplateSearch } from './searches.js';

/** The locale in the URL, or the default. */
export const shownLocale = (locales: readonly Template[], { locale }: TemplateSearch): Template | undefined =>
  locales.find((each) => each.locale === locale) ?? locales[0];

/** The version of the URL, or the published one, or the newest. */
export function shownVersion(
  { versions }: Pick<Template, 'versions'>,
  { version }: TemplateSearch,
): string | undefined {
  const published = versions.find((each) => each.published);
  const newest = versions.toSorted((one, other) => other.modified - one.modified)[0];
  return version ?? published?.id ?? newest?.id;
}

/** The data that the template page needs first: the content and the preview. */
export async function readShown(queries: QueryClient, templateId: string, search: TemplateSearch): Promise<void> {
  const isWritten = search.view === undefined;
  if (isWritten) {
    void import('../../preview/preview-worker.js').then(({ startAhead }) => startAhead());
    void queries.prefetchQuery(snippetsQuery);
  }
  const template = shownLocale(await queries.ensureQueryData(allLocalesQuery(templateId)), search);
  if (!template || !isWritten) return;
  const version_id = shownVersion(template, search);
  if (version_id === undefined) return;
  await queries.ensureQueryData(versionQuery({ template_id: templateId, locale: template.locale, version_id }));
}
