import type { components } from '@postrider/client';
import { answer, api } from '../../api/client.js';

export type Snippet = components['schemas']['Snippet'];
export type SnippetUse = components['schemas']['SnippetUse'];

/** A snippet, and the ETag that a change of it says it is based on. */
export interface TaggedSnippet {
  readonly snippet: Snippet;
  readonly tag: string | undefined;
}

export async function readSnippet(id: string, signal?: AbortSignal): Promise<TaggedSnippet> {
  const asked = api.GET('/snippets/{id}', { params: { path: { id } }, ...(signal && { signal }) });
  const snippet = await answer(asked);
  return { snippet, tag: (await asked).response.headers.get('etag') ?? undefined };
}

export async function saveSnippet(
  id: string,
  body: { readonly name: string; readonly body: string },
  tag: string | undefined,
): Promise<TaggedSnippet> {
  const asked = api.PUT('/snippets/{id}', {
    params: { path: { id } },
    body,
    ...(tag !== undefined && { headers: { 'If-Match': tag } }),
  });
  const { snippet } = await answer(asked);
  return { snippet, tag: (await asked).response.headers.get('etag') ?? undefined };
}

export const createSnippet = async (body: { readonly name: string; readonly body: string }): Promise<Snippet> =>
  (await answer(api.POST('/snippets', { body }))).snippet;

export const deleteSnippet = (id: string): Promise<unknown> =>
  answer(api.DELETE('/snippets/{id}', { params: { path: { id } } }));
