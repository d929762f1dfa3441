import { Body, Controller, Param } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  createDripCampaign,
  createDripCampaignBody,
  deleteDripCampaign,
  getDripCampaign,
  listDripCampaigns,
  listDripCampaignsByPage,
  ok,
  okAnswer,
  updateDripCampaign,
  updateDripCampaignBody,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import { CurrentContext, Endpoint } from '../http/endpoint.js';
import { listing } from '../http/listing.js';
import { success } from '../http/success.js';

/** See docs/api.md#drip-campaigns. */
@Controller('drip_campaigns')
export class DripCampaignsController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', listDripCampaigns.response, { summary: 'List drip campaigns', asks: listDripCampaigns })
  list(@CurrentContext() context: RequestContext) {
    return listing((after) => this.services.call(listDripCampaignsByPage, context, { after }));
  }

  @Endpoint('POST', '', 'manage', ok.extend({ drip_campaign: createDripCampaign.response }), {
    summary: 'Make a drip campaign',
    asks: createDripCampaign,
  })
  async create(
    @CurrentContext() context: RequestContext,
    @Body({ schema: createDripCampaignBody }) body: z.output<typeof createDripCampaignBody>,
  ) {
    return success({ drip_campaign: await this.services.call(createDripCampaign, context, body) });
  }

  @Endpoint('GET', ':id', 'read', getDripCampaign.response, { summary: 'Show a drip campaign', asks: getDripCampaign })
  get(@CurrentContext() context: RequestContext, @Param('id') drip_campaign_id: string) {
    return this.services.call(getDripCampaign, context, { drip_campaign_id });
  }

  @Endpoint('PUT', ':id', 'manage', ok.extend({ drip_campaign: updateDripCampaign.response }), {
    summary: 'Change a drip campaign',
    description: 'What is left out stays.',
    asks: updateDripCampaign,
  })
  async update(
    @CurrentContext() context: RequestContext,
    @Param('id') drip_campaign_id: string,
    @Body({ schema: updateDripCampaignBody }) body: z.output<typeof updateDripCampaignBody>,
  ) {
    return success({
      drip_campaign: await this.services.call(updateDripCampaign, context, { ...body, drip_campaign_id }),
    });
  }

  @Endpoint('DELETE', ':id', 'manage', ok, { summary: 'Delete a drip campaign', asks: deleteDripCampaign })
  async delete(@CurrentContext() context: RequestContext, @Param('id') drip_campaign_id: string) {
    await this.services.call(deleteDripCampaign, context, { drip_campaign_id });
    return okAnswer;
  }
}
