import { queryOptions } from '@tanstack/react-query';
import type { VersionPlace } from './requests.js';
import { readLocales, readTemplate, readTemplates, readVersion, readVersions } from './requests.js';
import { rowsOf } from './template-rows.js';

const changesMs = 20_000;

/** Read again while it is open: somebody else may write in it, too. */
export const versionQuery = ({ template_id, locale, version_id }: VersionPlace) =>
  queryOptions({
    queryKey: ['templates', template_id, locale, 'versions', version_id],
    queryFn: ({ signal }) => readVersion({ template_id, locale, version_id }, signal),
    refetchInterval: changesMs,
  });

export const versionsQuery = ({ template_id, locale }: Omit<VersionPlace, 'version_id'>) =>
  queryOptions({
    queryKey: ['templates', template_id, locale, 'versions'],
    queryFn: ({ signal }) => readVersions({ template_id, locale }, signal),
  });

export const templateQuery = ({ template_id, locale }: Omit<VersionPlace, 'version_id'>) =>
  queryOptions({
    queryKey: ['templates', template_id, locale, 'template'],
    queryFn: ({ signal }) => readTemplate({ template_id, locale }, signal),
  });

/** The template in each of its locales, the default first. */
export const allLocalesQuery = (templateId: string) =>
  queryOptions({
    queryKey: ['templates', templateId, 'locales'],
    queryFn: ({ signal }) => readLocales(templateId, signal),
  });

export const templatesQuery = queryOptions({
  queryKey: ['templates', 'list'],
  queryFn: async ({ signal }) => rowsOf(await readTemplates(signal)),
});
