import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { recordEngagements, recordUnsubscribe } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { EngagementsRepository } from './engagements.repository.js';
import { UnsubscribesService } from './unsubscribes.service.js';

@Controller()
export class EngagementsController {
  constructor(
    private readonly engagements: EngagementsRepository,
    private readonly unsubscribes: UnsubscribesService,
  ) {}

  @Handles(recordEngagements)
  async record(
    { accountId }: RequestContext,
    { engagements }: RequestOf<typeof recordEngagements>,
  ): Promise<ResponseInputOf<typeof recordEngagements>> {
    await this.engagements.record(accountId, engagements);
    return {};
  }

  @Handles(recordUnsubscribe)
  async unsubscribe(
    context: RequestContext,
    request: RequestOf<typeof recordUnsubscribe>,
  ): Promise<ResponseInputOf<typeof recordUnsubscribe>> {
    await this.unsubscribes.record(context, request);
    return {};
  }
}
