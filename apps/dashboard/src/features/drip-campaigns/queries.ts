import type { components } from '@postrider/client';
import { keepPreviousData, queryOptions, useQueries } from '@tanstack/react-query';
import { unwrap, api, at } from '../../api/client.js';
import { listQuery } from '../../api/pages.js';

const choiceLength = 100;

/** A deleted template is shown with its id. */
const nameQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', id, 'name'],
    queryFn: async ({ signal }) => {
      const { data } = await unwrap(api.GET('/templates/search', { params: { query: { q: id, count: 1 } }, signal }));
      return data.find((template) => template.id === id)?.name ?? id;
    },
    staleTime: 60_000,
  });

/** The names of these templates. */
export function useTemplateNames(ids: readonly string[]): (id: string) => string {
  const unique = [...new Set(ids)];
  const responses = useQueries({ queries: unique.map(nameQuery) });
  return (id) => {
    const { data, isPending } = responses[unique.indexOf(id)] ?? {};
    return data ?? (isPending ? '…' : id);
  };
}

/** The options of the select: the first hundred matches, by name. */
export const templateChoiceQuery = (words: string) =>
  queryOptions({
    queryKey: ['templates', 'choice', words],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/templates/search', {
          params: { query: { ...(words && { q: words }), sort: 'name', count: choiceLength } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

type Schemas = components['schemas'];
export type Campaign = Schemas['DripCampaign'];

/** All fields of a campaign, as the form edits them. */
export type CampaignContent = Required<Pick<Schemas['DripCampaignUpdate'], 'name' | 'trigger_email_id' | 'drip_steps'>>;

export const readCampaign = (id: string, signal?: AbortSignal): Promise<Campaign> =>
  unwrap(api.GET('/drip_campaigns/{id}', { ...at(id), ...(signal && { signal }) }));

export const toContent = ({ name, trigger_email_id = null, drip_steps }: Campaign): CampaignContent => ({
  name,
  trigger_email_id,
  drip_steps: drip_steps.map(({ id, email_id, delay_seconds }) => ({
    id,
    email_id,
    delay_seconds: String(delay_seconds),
  })),
});

export const createCampaign = ({ trigger_email_id, ...content }: CampaignContent) =>
  unwrap(
    api.POST('/drip_campaigns', { body: { ...content, ...(trigger_email_id === null ? {} : { trigger_email_id }) } }),
  );

export const updateCampaign = (id: string, body: Schemas['DripCampaignUpdate']) =>
  unwrap(api.PUT('/drip_campaigns/{id}', { ...at(id), body }));

export const deleteCampaign = (id: string) => unwrap(api.DELETE('/drip_campaigns/{id}', at(id)));

export const removeMember = (id: string, recipient_address: string) =>
  unwrap(api.POST('/drip_campaigns/{id}/deactivate', { ...at(id), body: { recipient_address } }));

export type MemberFilter = { readonly recipient_address?: string; readonly step?: string };

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The search parameters of the members. */
export function memberFilter(search: Record<string, unknown>): MemberFilter {
  const [address, step] = [textIn(search['recipient_address']), textIn(search['step'])];
  return { ...(address && { recipient_address: address }), ...(step && { step }) };
}

/** Members can only be found by a complete address. */
export const isWholeAddress = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text);

export type Member = components['schemas']['DripMember'];

export const campaignsKey = ['drip-campaigns'];

export const campaignsQuery = queryOptions({
  queryKey: [...campaignsKey, 'list'],
  queryFn: ({ signal }) => unwrap(api.GET('/drip_campaigns', { signal })),
});

export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: [...campaignsKey, id],
    queryFn: ({ signal }) => readCampaign(id, signal),
  });

export const membersQuery = (id: string, filter: MemberFilter) =>
  listQuery([...campaignsKey, id, 'members', filter], (cursor, signal) =>
    unwrap(
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
      unwrap(api.GET('/templates/{template_id}/samples', { params: { path: { template_id } }, signal })),
  });

/** The email of a step, rendered with sample data: its published version in the template's locale. */
export const stepMailQuery = (template: string, sampleId: string | undefined, template_data: Record<string, unknown>) =>
  queryOptions({
    queryKey: [...campaignsKey, 'mail', template, sampleId],
    queryFn: ({ signal }) => unwrap(api.POST('/render', { body: { template, template_data }, signal })),
  });
