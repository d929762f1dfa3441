import type { components } from '@postrider/client';
import { unwrap, api } from '../../api/client.js';
import { t } from '../../i18n/texts.js';
import type { Draft, Outcome, Setting } from '../../preview/draft.js';
import type { Content } from './editing/version-content.js';
import { toBody, toContent, parseData } from './editing/version-content.js';

export type Template = components['schemas']['Template'];
export type Version = components['schemas']['Version'];
type SavedVersion = components['schemas']['SavedVersion'];
export type Comment = components['schemas']['Comment'];
export type Comparison = components['schemas']['VersionComparison'];

/** The ids that locate a version. */
export interface VersionPlace {
  readonly template_id: string;
  readonly locale: string;
  readonly version_id: string;
}

/** A resource and its ETag. */
export interface Tagged<Data> {
  readonly data: Data;
  readonly tag: string | undefined;
}

async function tagged<Data>(
  pending: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Tagged<Exclude<Data, undefined>>> {
  const { response } = await pending;
  return { data: await unwrap(pending), tag: response.headers.get('etag') ?? undefined };
}

/** Name, tags and tracking of a template, with their ETag for all locales. */
export const readSettings = (template_id: string): Promise<Tagged<Template>> =>
  tagged(api.GET('/templates/{template_id}', { params: { path: { template_id } } }));

export const saveSettings = (
  template_id: string,
  body: components['schemas']['TemplateUpdate'],
  tag: string | undefined,
): Promise<unknown> =>
  unwrap(api.PUT('/templates/{template_id}', { params: { path: { template_id } }, body, ...ifMatch(tag) }));

export const duplicateTemplate = ({ id, name }: Pick<Template, 'id' | 'name'>) =>
  unwrap(
    api.POST('/templates/{template_id}/duplicate', {
      params: { path: { template_id: id } },
      body: { name: t('{name} copy', { name: name.slice(0, 200) }) },
    }),
  );

export const beginTest = (
  path: Omit<VersionPlace, 'version_id'>,
  versions: readonly { readonly id: string; readonly weight: number }[],
  tag: string | undefined,
): Promise<unknown> =>
  unwrap(
    api.PUT('/templates/{template_id}/locales/{locale}/ab_test', {
      params: { path },
      body: { versions: [...versions] },
      ...ifMatch(tag),
    }),
  );

const ifMatch = (tag: string | undefined): { readonly headers?: { 'If-Match': string } } =>
  tag === undefined ? {} : { headers: { 'If-Match': tag } };

export const readVersion = (path: VersionPlace, signal?: AbortSignal): Promise<Tagged<Version>> =>
  tagged(
    api.GET('/templates/{template_id}/locales/{locale}/versions/{version_id}', {
      params: { path },
      ...(signal && { signal }),
    }),
  );

export const readVersions = (
  path: Omit<VersionPlace, 'version_id'>,
  signal: AbortSignal,
): Promise<readonly Version[]> =>
  unwrap(api.GET('/templates/{template_id}/locales/{locale}/versions', { params: { path }, signal }));

export const readTemplate = (path: Omit<VersionPlace, 'version_id'>, signal?: AbortSignal): Promise<Tagged<Template>> =>
  tagged(api.GET('/templates/{template_id}/locales/{locale}', { params: { path }, ...(signal && { signal }) }));

export interface TemplateSearch {
  readonly q?: string | undefined;
  readonly tag?: string | undefined;
  readonly locale?: string | undefined;
  readonly cursor?: string | undefined;
  readonly count: number;
}

type Locale = components['schemas']['Locale'];

export const searchTemplates = ({ q, tag, locale, cursor, count }: TemplateSearch, signal: AbortSignal) =>
  unwrap(
    api.GET('/templates/search', {
      params: {
        query: {
          ...(q && { q }),
          ...(tag && { tag }),
          ...(locale && { locale: locale as Locale }),
          ...(cursor && { cursor }),
          count,
        },
      },
      signal,
    }),
  );

export const readTags = (signal: AbortSignal) => unwrap(api.GET('/templates/tags', { signal }));

/** The template in each of its locales, the default first. */
export async function readLocales(template_id: string, signal: AbortSignal): Promise<readonly Template[]> {
  const path = { template_id };
  const [own, found] = await Promise.all([
    unwrap(api.GET('/templates/{template_id}', { params: { path }, signal })),
    searchTemplates({ q: template_id, count: 1 }, signal),
  ]);
  const locales = found.data.find(({ id }) => id === template_id)?.locales ?? [];
  const others = locales.filter(({ locale }) => locale !== own.locale);
  return [
    own,
    ...(await Promise.all(
      others.map(({ locale }) =>
        unwrap(
          api.GET('/templates/{template_id}/locales/{locale}', { params: { path: { template_id, locale } }, signal }),
        ),
      ),
    )),
  ];
}

interface Publishing {
  readonly publish: boolean;
  /** The ETag of the published version. Saving fails if another version is published. */
  readonly replaces?: string | undefined;
}

/** The ETag without quotes, as request bodies carry it. */
const publishing = ({ publish, replaces }: Publishing) => ({
  publish,
  ...(replaces !== undefined && { replaces: replaces.replaceAll('"', '') }),
});

/** A new version: a draft, or a replacement of the published one. */
export const createVersion = (
  path: Omit<VersionPlace, 'version_id'>,
  content: Content,
  { note, ...how }: Publishing & { readonly note?: string },
): Promise<Tagged<SavedVersion>> =>
  tagged(
    api.POST('/templates/{template_id}/locales/{locale}/versions', {
      params: { path },
      body: { ...toBody(content), ...publishing(how), ...(note !== undefined && { note }) },
    }),
  );

/** Saves in place, unless someone else saved in the meantime. */
export const saveVersion = (
  path: VersionPlace,
  content: Content,
  { tag, note, ...how }: Publishing & { readonly tag: string | undefined; readonly note?: string },
): Promise<Tagged<SavedVersion>> =>
  tagged(
    api.PUT('/templates/{template_id}/locales/{locale}/versions/{version_id}', {
      params: { path },
      body: { ...toBody(content), ...publishing(how), ...(note !== undefined && { note }) },
      ...ifMatch(tag),
    }),
  );

/** Saves the note of a version without changing its content. */
export async function saveNote(path: VersionPlace, note: string): Promise<unknown> {
  const { data, tag } = await readVersion(path);
  return saveVersion(path, toContent(data), { publish: data.published, tag, note });
}

export const publishVersion = (path: VersionPlace): Promise<Tagged<Version>> =>
  tagged(api.PUT('/templates/{template_id}/locales/{locale}/versions/{version_id}/publish', { params: { path } }));

/** Unless the content was changed since it was read. */
export const approveVersion = (path: VersionPlace, tag: string | undefined): Promise<Tagged<Version>> =>
  tagged(
    api.PUT('/templates/{template_id}/locales/{locale}/versions/{version_id}/approve', {
      params: { path },
      ...ifMatch(tag),
    }),
  );

/** Compares the latest emails of the template. `cursor` continues with older ones. */
export const compareVersion = (path: VersionPlace, cursor: string | undefined, signal: AbortSignal) =>
  unwrap(
    api.POST('/templates/{template_id}/locales/{locale}/versions/{version_id}/shadow', {
      params: { path },
      body: { ...(cursor && { cursor }) },
      signal,
    }),
  );

export const deleteVersion = (path: VersionPlace): Promise<unknown> =>
  unwrap(api.DELETE('/templates/{template_id}/locales/{locale}/versions/{version_id}', { params: { path } }));

const commentsPath = '/templates/{template_id}/locales/{locale}/versions/{version_id}/comments';

export const readComments = (path: VersionPlace, signal: AbortSignal): Promise<readonly Comment[]> =>
  unwrap(api.GET(commentsPath, { params: { path }, signal }));

export const addComment = (path: VersionPlace, text: string) =>
  unwrap(api.POST(commentsPath, { params: { path }, body: { text } }));

export const readUserNames = (signal: AbortSignal) => unwrap(api.GET('/users/names', { signal }));

export const deleteComment = (path: VersionPlace, comment_id: string): Promise<unknown> =>
  unwrap(api.DELETE(`${commentsPath}/{comment_id}`, { params: { path: { ...path, comment_id } } }));

/** Content that only the server renders, such as MJML and translations. */
export async function previewOnServer(
  draft: Draft,
  { locale, data }: Pick<Setting, 'locale' | 'data'>,
  template: string | undefined,
  snippets?: Readonly<Record<string, string>>,
): Promise<Partial<Outcome>> {
  const { engine: chosenEngine, autoescape, ...parts } = draft;
  const body = {
    ...parts,
    ...(chosenEngine && { engine: chosenEngine }),
    ...(autoescape !== undefined && { autoescape }),
    template_data: parseData(data) ?? {},
    locale,
    ...(template && { template }),
    ...(snippets && { snippets }),
  };
  const { engine, problems, warnings, missing, subject, preheader, html, text, amp_html } = await unwrap(
    api.POST('/templates/preview', { body }),
  );
  const line = preheader === undefined ? undefined : asLine(preheader);
  return { engine, problems, warnings, missing, mail: { subject, preheader: line, html, text, amp_html } };
}

/** The text of a preheader's HTML. A mailbox shows no tags, and data is escaped. */
const asLine = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .trim();

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};

export const checkLinks = (urls: string[]) => unwrap(api.POST('/templates/check_links', { body: { urls } }));
