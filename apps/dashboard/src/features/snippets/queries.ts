import { queryOptions } from '@tanstack/react-query';
import { unwrap, api } from '../../api/client.js';
import { listQuery } from '../../api/pages.js';
import type { components } from '@postrider/client';
import type { Content } from '../templates/editing/version-content.js';

export type Snippet = components['schemas']['Snippet'];
export type SnippetUse = components['schemas']['SnippetUse'];

/** A snippet and its ETag. */
export interface TaggedSnippet {
  readonly snippet: Snippet;
  readonly tag: string | undefined;
}

async function readSnippet(id: string, signal?: AbortSignal): Promise<TaggedSnippet> {
  const pending = api.GET('/snippets/{id}', { params: { path: { id } }, ...(signal && { signal }) });
  const snippet = await unwrap(pending);
  return { snippet, tag: (await pending).response.headers.get('etag') ?? undefined };
}

export async function saveSnippet(
  id: string,
  body: { readonly name: string; readonly body: string },
  tag: string | undefined,
): Promise<TaggedSnippet> {
  const pending = api.PUT('/snippets/{id}', {
    params: { path: { id } },
    body,
    ...(tag !== undefined && { headers: { 'If-Match': tag } }),
  });
  const { snippet } = await unwrap(pending);
  return { snippet, tag: (await pending).response.headers.get('etag') ?? undefined };
}

export const createSnippet = async (body: { readonly name: string; readonly body: string }): Promise<Snippet> =>
  (await unwrap(api.POST('/snippets', { body }))).snippet;

export const deleteSnippet = (id: string): Promise<unknown> =>
  unwrap(api.DELETE('/snippets/{id}', { params: { path: { id } } }));

const changesMs = 20_000;

export const snippetQuery = (id: string) =>
  queryOptions({
    queryKey: ['snippets', id],
    queryFn: ({ signal }) => readSnippet(id, signal),
    refetchInterval: changesMs,
  });

/** The versions that use the snippet. */
export const usesQuery = (id: string) =>
  listQuery(['snippets', id, 'uses'], (cursor, signal) =>
    unwrap(
      api.GET('/snippets/{id}/uses', {
        params: { path: { id }, query: cursor === undefined ? {} : { cursor } },
        signal,
      }),
    ),
  );

/** A snippet in the shape of a version: its body is the HTML. */
export const contentOfSnippet = ({ name, body }: Pick<Snippet, 'name' | 'body'>): Content => ({
  name,
  html: body,
  subject: '',
  preheader: '',
  text: '',
  amp_html: '',
  data: '{}',
});
