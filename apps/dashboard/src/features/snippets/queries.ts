import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';
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
  infiniteQueryOptions({
    queryKey: ['snippets', id, 'uses'],
    queryFn: ({ signal, pageParam }) =>
      answer(
        api.GET('/snippets/{id}/uses', {
          params: { path: { id }, query: pageParam === null ? {} : { cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
