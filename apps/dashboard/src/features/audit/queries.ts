import type { components } from '@postrider/client';
import { unwrap, api } from '../../api/client.js';
import { listQuery } from '../../api/pages.js';

type AuditFilter = { readonly object?: string };

/** The search parameters of the list, for example the changes of one object by its id. */
export const auditFilter = ({ object }: Record<string, unknown>): AuditFilter =>
  typeof object === 'string' && object !== '' ? { object } : {};

export type AuditEntry = components['schemas']['AuditEntry'];

export const auditQuery = (filter: AuditFilter) =>
  listQuery(['audit', filter], (cursor, signal) =>
    unwrap(
      api.GET('/audit', {
        params: { query: { ...filter, ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      }),
    ),
  );
