import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';
import { listQuery } from '../../api/pages.js';
import { readSnippet } from './requests.js';

const changesMs = 20_000;

export const snippetQuery = (id: string) =>
  queryOptions({
    queryKey: ['snippets', id],
    queryFn: ({ signal }) => readSnippet(id, signal),
    refetchInterval: changesMs,
  });

/** The versions that a change of it touches. */
export const usesQuery = (id: string) =>
  listQuery(['snippets', id, 'uses'], (cursor, signal) =>
    answer(
      api.GET('/snippets/{id}/uses', {
        params: { path: { id }, query: cursor === undefined ? {} : { cursor } },
        signal,
      }),
    ),
  );
