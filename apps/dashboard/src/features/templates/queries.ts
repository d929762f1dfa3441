import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listQuery } from '../../api/pages.js';
import type { Template, VersionPlace } from './requests.js';
import {
  readComments,
  readLocales,
  readTags,
  readUserNames,
  readTemplate,
  readVersion,
  readVersions,
  searchTemplates,
} from './requests.js';
import type { ListSearch } from './searches.js';

/** The number of a version, and its name, which need not be unique. */
export const versionLabel = ({ number, name }: Pick<Template['versions'][number], 'number' | 'name'>): string =>
  number === undefined ? name : `#${number} · ${name}`;

const changesMs = 20_000;

/** Refetched while open, since other users may edit it. */
export const versionQuery = ({ template_id, locale, version_id }: VersionPlace) =>
  queryOptions({
    queryKey: ['templates', template_id, locale, 'versions', version_id],
    queryFn: ({ signal }) => readVersion({ template_id, locale, version_id }, signal),
    refetchInterval: changesMs,
  });

export const commentsQuery = ({ template_id, locale, version_id }: VersionPlace) =>
  queryOptions({
    queryKey: ['templates', template_id, locale, 'versions', version_id, 'comments'],
    queryFn: ({ signal }) => readComments({ template_id, locale, version_id }, signal),
    refetchInterval: changesMs,
  });

export const userNamesQuery = queryOptions({
  queryKey: ['users', 'names'],
  queryFn: ({ signal }) => readUserNames(signal),
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

const pageLength = 100;

/** The matches of a search, newest first. The end of the list loads more. */
export const foundQuery = ({ q, tag, locale }: ListSearch) => ({
  ...listQuery(['templates', 'found', { q, tag, locale }], (cursor, signal) =>
    searchTemplates({ q, tag, locale, cursor, count: pageLength }, signal),
  ),
  placeholderData: keepPreviousData,
});

export const tagsQuery = queryOptions({
  queryKey: ['templates', 'tags'],
  queryFn: async ({ signal }) => (await readTags(signal)).map(({ tag }) => tag),
  staleTime: 60_000,
});
