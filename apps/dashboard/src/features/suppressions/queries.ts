import type { components } from '@postrider/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';
import { byCursor } from '../../api/pages.js';
import type { SuppressionFilter } from './filter.js';

export type Suppression = components['schemas']['Suppression'];

export const suppressionsKey = ['suppressions'];

export const suppressionsQuery = (filter: SuppressionFilter) =>
  infiniteQueryOptions({
    queryKey: [...suppressionsKey, filter],
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET('/suppressions', {
          params: { query: { ...filter, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
          signal,
        }),
      ),
    ...byCursor,
  });
