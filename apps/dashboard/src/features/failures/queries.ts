import type { components } from '@postrider/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';
import { byCursor } from '../../api/pages.js';
import type { Cause } from './filter.js';

export type Failed = components['schemas']['Failure'];
export type Group = components['schemas']['FailureGroup'];

export const failuresKey = ['failures'];

export const groupsQuery = queryOptions({
  queryKey: [...failuresKey, 'groups'],
  queryFn: ({ signal }) => answer(api.GET('/failures/groups', { signal })),
});

export const failuresQuery = (cause: Cause) =>
  infiniteQueryOptions({
    queryKey: [...failuresKey, cause],
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET('/failures', {
          params: { query: { ...cause, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
          signal,
        }),
      ),
    ...byCursor,
  });
