import type { components } from '@postrider/client';
import { answer, api } from '../../api/client.js';

type Schemas = components['schemas'];
export type Campaign = Schemas['DripCampaign'];

const at = (id: string) => ({ params: { path: { id } } });

/** All that a campaign is made of, as its form has it. */
export type CampaignContent = Required<Pick<Schemas['DripCampaignUpdate'], 'name' | 'trigger_email_id' | 'drip_steps'>>;

export const readCampaign = (id: string, signal?: AbortSignal): Promise<Campaign> =>
  answer(api.GET('/drip_campaigns/{id}', { ...at(id), ...(signal && { signal }) }));

export const contentOf = ({ name, trigger_email_id = null, drip_steps }: Campaign): CampaignContent => ({
  name,
  trigger_email_id,
  drip_steps: drip_steps.map(({ id, email_id, delay_seconds }) => ({
    id,
    email_id,
    delay_seconds: String(delay_seconds),
  })),
});

export const createCampaign = ({ trigger_email_id, ...content }: CampaignContent) =>
  answer(
    api.POST('/drip_campaigns', { body: { ...content, ...(trigger_email_id === null ? {} : { trigger_email_id }) } }),
  );

export const updateCampaign = (id: string, body: Schemas['DripCampaignUpdate']) =>
  answer(api.PUT('/drip_campaigns/{id}', { ...at(id), body }));

export const deleteCampaign = (id: string) => answer(api.DELETE('/drip_campaigns/{id}', at(id)));

export const removeMember = (id: string, recipient_address: string) =>
  answer(api.POST('/drip_campaigns/{id}/deactivate', { ...at(id), body: { recipient_address } }));
