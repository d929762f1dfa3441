import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';
import { listQuery } from '../../api/pages.js';
import type { MemberFilter } from './filter.js';
import { readCampaign } from './requests.js';

export type Member = components['schemas']['DripMember'];

export const campaignsKey = ['drip-campaigns'];

export const campaignsQuery = queryOptions({
  queryKey: [...campaignsKey, 'list'],
  queryFn: ({ signal }) => answer(api.GET('/drip_campaigns', { signal })),
});

export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: [...campaignsKey, id],
    queryFn: ({ signal }) => readCampaign(id, signal),
  });

export const membersQuery = (id: string, filter: MemberFilter) =>
  listQuery([...campaignsKey, id, 'members', filter], (cursor, signal) =>
    answer(
      api.GET('/drip_campaigns/{id}/members', {
        params: { path: { id }, query: { ...filter, ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      }),
    ),
  );

export const samplesQuery = (template_id: string) =>
  queryOptions({
    queryKey: ['templates', template_id, 'samples'],
    queryFn: ({ signal }) =>
      answer(api.GET('/templates/{template_id}/samples', { params: { path: { template_id } }, signal })),
  });

/** The mail of a step, rendered with a sample: its published version, in the locale of the template. */
export const stepMailQuery = (template: string, sampleId: string | undefined, template_data: Record<string, unknown>) =>
  queryOptions({
    queryKey: [...campaignsKey, 'mail', template, sampleId],
    queryFn: ({ signal }) => answer(api.POST('/render', { body: { template, template_data }, signal })),
  });
