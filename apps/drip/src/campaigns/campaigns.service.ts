import { Injectable } from '@nestjs/common';
import type {
  AnswerOf,
  createDripCampaign,
  DripCampaignResource,
  getDripUsage,
  RequestContext,
  RequestOf,
  updateDripCampaign,
} from '@postrider/contracts';
import { newId, ServiceError } from '@postrider/contracts';
import type { NewStep } from './campaigns.repository.js';
import { CampaignsRepository } from './campaigns.repository.js';

type Steps = RequestOf<typeof createDripCampaign>['drip_steps'];

@Injectable()
export class CampaignsService {
  constructor(private readonly campaigns: CampaignsRepository) {}

  list({ accountId }: RequestContext): Promise<DripCampaignResource[]> {
    return this.campaigns.list(accountId);
  }

  page(
    { accountId }: RequestContext,
    after: string | undefined,
  ): Promise<{ items: DripCampaignResource[]; next?: string }> {
    return this.campaigns.page(accountId, after);
  }

  async get({ accountId }: RequestContext, id: string): Promise<DripCampaignResource> {
    return (await this.campaigns.find(accountId, id)) ?? notFound();
  }

  async usage({ accountId }: RequestContext): Promise<AnswerOf<typeof getDripUsage>> {
    return { drip_campaigns: await this.campaigns.count(accountId) };
  }

  create(
    { accountId, limits }: RequestContext,
    { name, enabled = false, trigger_email_id = '', drip_steps }: RequestOf<typeof createDripCampaign>,
  ): Promise<DripCampaignResource> {
    return this.campaigns.add(
      { accountId, id: newId('dripCampaign'), name, enabled, triggerTemplateId: trigger_email_id || null },
      newSteps(drip_steps),
      { limits },
    );
  }

  /** What is left out stays; an empty trigger takes the trigger away. */
  async update(
    { accountId }: RequestContext,
    { drip_campaign_id, name, enabled, trigger_email_id, drip_steps }: RequestOf<typeof updateDripCampaign>,
  ): Promise<DripCampaignResource> {
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(enabled === undefined ? {} : { enabled }),
      ...(trigger_email_id === undefined ? {} : { triggerTemplateId: trigger_email_id || null }),
    };
    const steps = drip_steps && newSteps(drip_steps);
    return (await this.campaigns.change(accountId, drip_campaign_id, changes, steps)) ?? notFound();
  }

  async delete({ accountId }: RequestContext, id: string): Promise<void> {
    if (!(await this.campaigns.delete(accountId, id))) notFound();
  }
}

const newSteps = (steps: Steps): NewStep[] =>
  steps.map(({ email_id, delay_seconds }) => ({
    id: newId('dripStep'),
    templateId: email_id,
    delaySeconds: String(delay_seconds),
  }));

function notFound(): never {
  throw new ServiceError('not_found', 'Drip campaign not found');
}
