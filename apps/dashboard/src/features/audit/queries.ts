import type { components } from '@postrider/client';
import { answer, api } from '../../api/client.js';
import { listQuery } from '../../api/pages.js';
import type { AuditFilter } from './filter.js';

export type AuditEntry = components['schemas']['AuditEntry'];

export const auditQuery = (filter: AuditFilter) =>
  listQuery(['audit', filter], (cursor, signal) =>
    answer(
      api.GET('/audit', {
        params: { query: { ...filter, ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      }),
    ),
  );
