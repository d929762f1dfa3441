import type { components } from '@postrider/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';
import { byCursor } from '../../api/pages.js';
import type { AuditFilter } from './filter.js';

export type AuditEntry = components['schemas']['AuditEntry'];

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET('/audit', {
          params: { query: { ...filter, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
          signal,
        }),
      ),
    ...byCursor,
  });
