import type { components } from '@postrider/client';
import { answer, api } from '../../api/client.js';

type Schemas = components['schemas'];

const at = (id: string) => ({ params: { path: { id } } });

/** All that a campaign is made of, as its form has it. */
export type CampaignContent = Required<Pick<Schemas['DripCampaignUpdate'], 'name' | 'trigger_email_id' | 'drip_steps'>>;

export const createCampaign = ({ trigger_email_id, ...content }: CampaignContent) =>
  answer(
    api.POST('/drip_campaigns', { body: { ...content, ...(trigger_email_id === null ? {} : { trigger_email_id }) } }),
  );

export const updateCampaign = (id: string, body: Schemas['DripCampaignUpdate']) =>
  answer(api.PUT('/drip_campaigns/{id}', { ...at(id), body }));

export const deleteCampaign = (id: string) => answer(api.DELETE('/drip_campaigns/{id}', at(id)));

export const removeMember = (id: string, recipient_address: string) =>
  answer(api.POST('/drip_campaigns/{id}/deactivate', { ...at(id), body: { recipient_address } }));
