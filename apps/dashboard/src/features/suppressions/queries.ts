import type { components } from '@postrider/client';
import { answer, api } from '../../api/client.js';
import { listQuery } from '../../api/pages.js';
import type { SuppressionFilter } from './filter.js';

export type Suppression = components['schemas']['Suppression'];

export const suppressionsKey = ['suppressions'];

export const suppressionsQuery = (filter: SuppressionFilter) =>
  listQuery([...suppressionsKey, filter], (cursor, signal) =>
    answer(
      api.GET('/suppressions', {
        params: { query: { ...filter, ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      }),
    ),
  );
