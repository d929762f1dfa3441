import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, listDripMembers, RequestContext, RequestOf } from '@postrider/contracts';
import { addressKey, notFound } from '@postrider/contracts';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { MembersRepository } from './members.repository.js';

@Injectable()
export class MembersService {
  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly members: MembersRepository,
  ) {}

  async list(
    { accountId }: RequestContext,
    request: RequestOf<typeof listDripMembers>,
  ): Promise<ResponseInputOf<typeof listDripMembers>> {
    if (!(await this.campaigns.find(accountId, request.drip_campaign_id))) notFound('Drip campaign');
    return this.members.page(accountId, request);
  }

  waitingTests(accountId: string, recipients: readonly string[]) {
    return this.members.waitingTests(accountId, recipients.map(addressKey));
  }
}
