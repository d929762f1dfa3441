import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';
import { listQuery } from '../../api/pages.js';
import type { Cause } from './filter.js';

export type Failed = components['schemas']['Failure'];
export type Group = components['schemas']['FailureGroup'];

export const failuresKey = ['failures'];

export const groupsQuery = queryOptions({
  queryKey: [...failuresKey, 'groups'],
  queryFn: ({ signal }) => answer(api.GET('/failures/groups', { signal })),
});

export const failuresQuery = (cause: Cause) =>
  listQuery([...failuresKey, cause], (cursor, signal) =>
    answer(
      api.GET('/failures', {
        params: { query: { ...cause, ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      }),
    ),
  );
