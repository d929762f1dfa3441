import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { unwrap, api } from '../../api/client.js';
import { listQuery } from '../../api/pages.js';

export type Proposal = components['schemas']['SendProposal'];
export type ShownProposal = components['schemas']['ShownSendProposal'];
type Status = Proposal['status'];

export const statuses = ['open', 'approved', 'rejected', 'expired'] as const satisfies readonly Status[];

type ProposalFilter = { readonly status?: Status };

/** The search parameters of the list. */
export const proposalFilter = ({ status }: Record<string, unknown>): ProposalFilter =>
  statuses.includes(status as Status) ? { status: status as Status } : {};

/** The side bar counts open proposals with this key. */
export const proposalsKey = ['proposals'];

export const proposalsQuery = (filter: ProposalFilter) =>
  listQuery([...proposalsKey, 'list', filter], (cursor, signal) =>
    unwrap(
      api.GET('/send_proposals', {
        params: { query: { ...filter, ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      }),
    ),
  );

export const proposalQuery = (id: string) =>
  queryOptions({
    queryKey: [...proposalsKey, 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/send_proposals/{id}', { params: { path: { id } }, signal })),
  });

export const approve = (id: string) => unwrap(api.POST('/send_proposals/{id}/approve', { params: { path: { id } } }));

export const reject = (id: string, reason: string) =>
  unwrap(api.POST('/send_proposals/{id}/reject', { params: { path: { id } }, body: { reason } }));
