import type { ExecutionContext } from '@nestjs/common';
import { Body, Controller, Param, Query, Res, createParamDecorator } from '@nestjs/common';
import type { DripCampaignResource, RequestContext } from '@postrider/contracts';
import {
  activateBody,
  activateDripCampaign,
  createDripCampaign,
  createDripCampaignBody,
  deactivateBody,
  deactivateDripCampaign,
  deactivateEverywhere,
  deleteDripCampaign,
  dripMembersQuery,
  getDripCampaign,
  listDripCampaignsByPage,
  listDripMembers,
  ok,
  okResponse,
  updateDripCampaign,
  updateDripCampaignBody,
  dripCampaignResource,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { Response } from 'express';
import { z } from 'zod';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, CurrentContext, Endpoint, success } from '../http/endpoint.js';
import { listing } from '../http/listing.js';
import type { Idempotent } from '../send/idempotency.js';
import { IdempotencyKey } from '../send/idempotency.js';
import { getRequest } from '../http/api-request.js';
import { toResponse } from '../send/receipt-response.js';

/** Whether `X-Numeric-Delays` is `1` or `true`: the caller expects `delay_seconds` as a number. */
const NumericDelays = createParamDecorator((_data: unknown, context: ExecutionContext): boolean =>
  ['1', 'true'].includes(String(getRequest(context).headers['x-numeric-delays'])),
);

/** The campaign with its delays as strings or numbers. */
const withDelays = (campaign: DripCampaignResource, asNumbers: boolean): object =>
  asNumbers
    ? {
        ...campaign,
        drip_steps: campaign.drip_steps.map((step) => ({ ...step, delay_seconds: Number(step.delay_seconds) })),
      }
    : campaign;

const activateResponse = ok.extend(activateDripCampaign.response.omit({ replayed: true }).shape);

/** See docs/reference/drip-campaigns.md. */
@Controller('drip_campaigns')
export class DripCampaignsController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', z.array(dripCampaignResource), {
    summary: 'List drip campaigns',
    calls: listDripCampaignsByPage,
    examples: { response: listDripCampaignsByPage.examples[0]!.response.items },
  })
  list(@CurrentContext() context: RequestContext, @NumericDelays() asNumbers: boolean) {
    return listing(context, async (after) => {
      const { items, ...page } = await this.services.call(listDripCampaignsByPage, context, { after });
      return { ...page, items: items.map((campaign) => withDelays(campaign, asNumbers)) };
    });
  }

  @Endpoint('POST', '', 'manage', ok.extend({ drip_campaign: createDripCampaign.response }), {
    summary: 'Create a drip campaign',
    calls: createDripCampaign,
  })
  async create(
    @CurrentContext() context: RequestContext,
    @Body({ schema: createDripCampaignBody }) body: z.output<typeof createDripCampaignBody>,
    @NumericDelays() asNumbers: boolean,
  ) {
    const created = await this.services.call(createDripCampaign, context, body);
    return success({ drip_campaign: withDelays(created, asNumbers) });
  }

  @Endpoint('GET', ':id', 'read', getDripCampaign.response, { summary: 'Show a drip campaign', calls: getDripCampaign })
  async get(
    @CurrentContext() context: RequestContext,
    @Param('id') drip_campaign_id: string,
    @NumericDelays() asNumbers: boolean,
  ) {
    return withDelays(await this.services.call(getDripCampaign, context, { drip_campaign_id }), asNumbers);
  }

  @Endpoint('PUT', ':id', 'manage', ok.extend({ drip_campaign: updateDripCampaign.response }), {
    summary: 'Change a drip campaign',
    description: 'Fields that are omitted stay.',
    calls: updateDripCampaign,
  })
  async update(
    @CurrentContext() context: RequestContext,
    @Param('id') drip_campaign_id: string,
    @Body({ schema: updateDripCampaignBody }) body: z.output<typeof updateDripCampaignBody>,
    @NumericDelays() asNumbers: boolean,
  ) {
    const updated = await this.services.call(updateDripCampaign, context, { ...body, drip_campaign_id });
    return success({ drip_campaign: withDelays(updated, asNumbers) });
  }

  @Endpoint('DELETE', ':id', 'manage', ok, { summary: 'Delete a drip campaign', calls: deleteDripCampaign })
  async delete(@CurrentContext() context: RequestContext, @Param('id') drip_campaign_id: string) {
    await this.services.call(deleteDripCampaign, context, { drip_campaign_id });
    return okResponse;
  }

  @Endpoint('POST', ':id/activate', 'send', activateResponse, {
    summary: 'Activate a recipient',
    description:
      'The first email is sent after its delay. A recipient who is already in the campaign stays at their step.',
    calls: activateDripCampaign,
    idempotent: true,
    priority: 'later',
  })
  async activate(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @IdempotencyKey() idempotent: Idempotent,
    @Param('id') drip_campaign_id: string,
    @Body({ schema: activateBody }) body: z.output<typeof activateBody>,
    @Res({ passthrough: true }) response: Response,
  ) {
    const sender = caller.defaultSender ? { default_sender: caller.defaultSender } : {};
    return toResponse(
      response,
      await this.services.call(activateDripCampaign, context, {
        ...body,
        drip_campaign_id,
        test: caller.kind === 'test' || body.test === true,
        ...sender,
        ...(caller.tracking ? { account_tracking: caller.tracking } : {}),
        ...idempotent,
      }),
    );
  }

  @Endpoint('POST', ':id/deactivate', 'send', ok.extend(deactivateDripCampaign.response.shape), {
    summary: 'Deactivate a recipient',
    description: 'After the response, no email of the campaign is sent to the recipient.',
    calls: deactivateDripCampaign,
  })
  async deactivate(
    @CurrentContext() context: RequestContext,
    @Param('id') drip_campaign_id: string,
    @Body({ schema: deactivateBody }) { recipient_address }: z.output<typeof deactivateBody>,
  ) {
    return success(await this.services.call(deactivateDripCampaign, context, { drip_campaign_id, recipient_address }));
  }

  @Endpoint('POST', 'deactivate', 'send', ok.extend(deactivateEverywhere.response.shape), {
    summary: 'Deactivate a recipient in all campaigns',
    calls: deactivateEverywhere,
  })
  async deactivateEverywhere(
    @CurrentContext() context: RequestContext,
    @Body({ schema: deactivateBody }) { recipient_address }: z.output<typeof deactivateBody>,
  ) {
    return success(await this.services.call(deactivateEverywhere, context, { recipient_address }));
  }

  @Endpoint('GET', ':id/members', 'read', listDripMembers.response, {
    summary: 'List the members of a drip campaign',
    description: 'Newest first, page by page.',
    calls: listDripMembers,
  })
  members(
    @CurrentContext() context: RequestContext,
    @Param('id') drip_campaign_id: string,
    @Query({ schema: dripMembersQuery }) query: z.output<typeof dripMembersQuery>,
  ) {
    return this.services.call(listDripMembers, context, { ...query, drip_campaign_id });
  }
}
