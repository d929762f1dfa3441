import type { components } from '@postrider/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';
import { byCursor } from '../../api/pages.js';
import type { MemberFilter } from './filter.js';

export type Campaign = components['schemas']['DripCampaign'];
export type Member = components['schemas']['DripMember'];

export const campaignsKey = ['drip-campaigns'];

export const campaignsQuery = queryOptions({
  queryKey: [...campaignsKey, 'list'],
  queryFn: ({ signal }) => answer(api.GET('/drip_campaigns', { signal })),
});

export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: [...campaignsKey, id],
    queryFn: ({ signal }) => answer(api.GET('/drip_campaigns/{id}', { params: { path: { id } }, signal })),
  });

export const membersQuery = (id: string, filter: MemberFilter) =>
  infiniteQueryOptions({
    queryKey: [...campaignsKey, id, 'members', filter],
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET('/drip_campaigns/{id}/members', {
          params: { path: { id }, query: { ...filter, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
          signal,
        }),
      ),
    ...byCursor,
  });

/** Names of templates by their ids, for whoever chooses one. */
export const templateNamesQuery = queryOptions({
  queryKey: ['templates', 'names'],
  queryFn: async ({ signal }) => {
    const templates = await answer(api.GET('/templates', { signal }));
    return new Map(templates.map(({ id, name }) => [id, name]));
  },
});
