import { Body, Controller, Param } from '@nestjs/common';
import type { Call } from '@postrider/contracts';
import {
  createDripCampaign, createDripCampaignBody, deleteDripCampaign, getDripCampaign, listDripCampaigns, ok, okAnswer, updateDripCampaign, updateDripCampaignBody,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import { CallContext, Endpoint } from '../http/endpoint.js';
import { success } from '../http/success.js';

/** SPEC.md section 4, Drip campaigns; making and changing them is API.md section 8. */
@Controller('drip_campaigns')
export class DripCampaignsController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', listDripCampaigns.response)
  list(@CallContext() call: Call) {
    return this.services.call(listDripCampaigns, call, {});
  }

  @Endpoint('POST', '', 'manage', ok.extend({ drip_campaign: createDripCampaign.response }))
  async create(@CallContext() call: Call, @Body({ schema: createDripCampaignBody }) body: z.output<typeof createDripCampaignBody>) {
    return success({ drip_campaign: await this.services.call(createDripCampaign, call, body) });
  }

  @Endpoint('GET', ':id', 'read', getDripCampaign.response)
  get(@CallContext() call: Call, @Param('id') drip_campaign_id: string) {
    return this.services.call(getDripCampaign, call, { drip_campaign_id });
  }

  @Endpoint('PUT', ':id', 'manage', ok.extend({ drip_campaign: updateDripCampaign.response }))
  async update(@CallContext() call: Call, @Param('id') drip_campaign_id: string, @Body({ schema: updateDripCampaignBody }) body: z.output<typeof updateDripCampaignBody>) {
    return success({ drip_campaign: await this.services.call(updateDripCampaign, call, { ...body, drip_campaign_id }) });
  }

  @Endpoint('DELETE', ':id', 'manage', ok)
  async delete(@CallContext() call: Call, @Param('id') drip_campaign_id: string) {
    await this.services.call(deleteDripCampaign, call, { drip_campaign_id });
    return okAnswer;
  }
}
