import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf } from '@postrider/contracts';
import {
  createDripCampaign,
  deleteDripCampaign,
  getDripCampaign,
  listDripCampaigns,
  newId,
  ServiceError,
  updateDripCampaign,
} from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { CampaignsRepository } from './campaigns.repository.js';

type Steps = RequestOf<typeof createDripCampaign>['drip_steps'];

@Controller()
export class CampaignsHandlers {
  constructor(private readonly campaigns: CampaignsRepository) {}

  @Handles(listDripCampaigns)
  list(
    { accountId }: RequestContext,
    _request: RequestOf<typeof listDripCampaigns>,
  ): Promise<AnswerOf<typeof listDripCampaigns>> {
    return this.campaigns.list(accountId);
  }

  @Handles(getDripCampaign)
  async get(
    { accountId }: RequestContext,
    { drip_campaign_id }: RequestOf<typeof getDripCampaign>,
  ): Promise<AnswerOf<typeof getDripCampaign>> {
    return (await this.campaigns.find(accountId, drip_campaign_id)) ?? campaignNotFound();
  }

  @Handles(createDripCampaign)
  create(
    { accountId }: RequestContext,
    { name, enabled = false, trigger_email_id = '', drip_steps }: RequestOf<typeof createDripCampaign>,
  ): Promise<AnswerOf<typeof createDripCampaign>> {
    return this.campaigns.add(
      { accountId, id: newId('dripCampaign'), name, enabled, triggerTemplateId: trigger_email_id || null },
      newSteps(drip_steps),
    );
  }

  @Handles(updateDripCampaign)
  async update(
    { accountId }: RequestContext,
    request: RequestOf<typeof updateDripCampaign>,
  ): Promise<AnswerOf<typeof updateDripCampaign>> {
    const { drip_campaign_id, name, enabled, trigger_email_id, drip_steps } = request;
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(enabled === undefined ? {} : { enabled }),
      ...(trigger_email_id === undefined ? {} : { triggerTemplateId: trigger_email_id || null }),
    };
    return (
      (await this.campaigns.change(accountId, drip_campaign_id, changes, drip_steps && newSteps(drip_steps))) ??
      campaignNotFound()
    );
  }

  @Handles(deleteDripCampaign)
  async delete(
    { accountId }: RequestContext,
    { drip_campaign_id }: RequestOf<typeof deleteDripCampaign>,
  ): Promise<AnswerOf<typeof deleteDripCampaign>> {
    return (await this.campaigns.delete(accountId, drip_campaign_id)) ? {} : campaignNotFound();
  }
}

const newSteps = (steps: Steps) =>
  steps.map(({ email_id, delay_seconds }) => ({
    id: newId('dripStep'),
    templateId: email_id,
    delaySeconds: String(delay_seconds),
  }));

function campaignNotFound(): never {
  throw new ServiceError('not_found', 'Drip campaign not found');
}
