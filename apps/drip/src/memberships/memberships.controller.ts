import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import {
  activateDripCampaign,
  deactivateDripCampaign,
  deactivateEverywhere,
  listDripMembers,
  listWaitingTestMembers,
} from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { ActivationService } from './activation.service.js';
import { DeactivationService } from './deactivation.service.js';
import { MembersService } from './members.service.js';

@Controller()
export class MembershipsController {
  constructor(
    private readonly activation: ActivationService,
    private readonly deactivation: DeactivationService,
    private readonly members: MembersService,
  ) {}

  @Handles(activateDripCampaign)
  activate(
    context: RequestContext,
    request: RequestOf<typeof activateDripCampaign>,
  ): Promise<ResponseInputOf<typeof activateDripCampaign>> {
    return this.activation.activate(context, request);
  }

  @Handles(deactivateDripCampaign)
  deactivate(
    context: RequestContext,
    { drip_campaign_id, recipient_address }: RequestOf<typeof deactivateDripCampaign>,
  ): Promise<ResponseInputOf<typeof deactivateDripCampaign>> {
    return this.deactivation.deactivate(context, drip_campaign_id, recipient_address);
  }

  @Handles(deactivateEverywhere)
  async deactivateEverywhere(
    context: RequestContext,
    { recipient_address }: RequestOf<typeof deactivateEverywhere>,
  ): Promise<ResponseInputOf<typeof deactivateEverywhere>> {
    await this.deactivation.deactivateEverywhere(context, recipient_address);
    return { recipient_address };
  }

  @Handles(listDripMembers)
  list(
    context: RequestContext,
    request: RequestOf<typeof listDripMembers>,
  ): Promise<ResponseInputOf<typeof listDripMembers>> {
    return this.members.list(context, request);
  }

  @Handles(listWaitingTestMembers)
  async waitingTests(
    { accountId }: RequestContext,
    { recipients }: RequestOf<typeof listWaitingTestMembers>,
  ): Promise<ResponseInputOf<typeof listWaitingTestMembers>> {
    return { members: await this.members.waitingTests(accountId, recipients) };
  }
}
