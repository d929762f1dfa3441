import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf } from '@postrider/contracts';
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
  ): Promise<AnswerOf<typeof recordEngagements>> {
    await this.engagements.record(accountId, engagements);
    return {};
  }

  @Handles(recordUnsubscribe)
  async unsubscribe(
    context: RequestContext,
    request: RequestOf<typeof recordUnsubscribe>,
  ): Promise<AnswerOf<typeof recordUnsubscribe>> {
    await this.unsubscribes.record(context, request);
    return {};
  }
}
