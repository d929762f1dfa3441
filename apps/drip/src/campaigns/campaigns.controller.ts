import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import {
  createDripCampaign,
  deleteDripCampaign,
  getDripCampaign,
  getDripUsage,
  listDripCampaignsByPage,
  updateDripCampaign,
} from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { CampaignsService } from './campaigns.service.js';

@Controller()
export class CampaignsController {
  constructor(private readonly campaigns: CampaignsService) {}

  @Handles(listDripCampaignsByPage)
  page(
    context: RequestContext,
    { after }: RequestOf<typeof listDripCampaignsByPage>,
  ): Promise<ResponseInputOf<typeof listDripCampaignsByPage>> {
    return this.campaigns.page(context, after);
  }

  @Handles(getDripCampaign)
  get(
    context: RequestContext,
    { drip_campaign_id }: RequestOf<typeof getDripCampaign>,
  ): Promise<ResponseInputOf<typeof getDripCampaign>> {
    return this.campaigns.get(context, drip_campaign_id);
  }

  @Handles(createDripCampaign)
  create(
    context: RequestContext,
    request: RequestOf<typeof createDripCampaign>,
  ): Promise<ResponseInputOf<typeof createDripCampaign>> {
    return this.campaigns.create(context, request);
  }

  @Handles(updateDripCampaign)
  update(
    context: RequestContext,
    request: RequestOf<typeof updateDripCampaign>,
  ): Promise<ResponseInputOf<typeof updateDripCampaign>> {
    return this.campaigns.update(context, request);
  }

  @Handles(deleteDripCampaign)
  async delete(
    context: RequestContext,
    { drip_campaign_id }: RequestOf<typeof deleteDripCampaign>,
  ): Promise<ResponseInputOf<typeof deleteDripCampaign>> {
    await this.campaigns.delete(context, drip_campaign_id);
    return {};
  }

  @Handles(getDripUsage)
  usage(context: RequestContext): Promise<ResponseInputOf<typeof getDripUsage>> {
    return this.campaigns.usage(context);
  }
}
