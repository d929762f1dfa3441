import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import {
  ServiceError,
  cancelDripMails,
  checkDripMails,
  getTriggerContent,
  lookUpDripMails,
  setDripCampaignState,
  planDripMail,
} from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { CampaignStates } from './campaign-states.js';
import { CancellingService } from './cancelling.service.js';
import { OutcomesRepository } from './outcomes.repository.js';
import { PlanningService } from './planning.service.js';
import { TriggerContentRepository } from './trigger-content.repository.js';

@Controller()
export class DripsController {
  constructor(
    private readonly planning: PlanningService,
    private readonly cancelling: CancellingService,
    private readonly states: CampaignStates,
    private readonly triggers: TriggerContentRepository,
    private readonly outcomes: OutcomesRepository,
  ) {}

  @Handles(checkDripMails)
  check(
    context: RequestContext,
    request: RequestOf<typeof checkDripMails>,
  ): Promise<ResponseInputOf<typeof checkDripMails>> {
    return this.planning.check(context, request);
  }

  @Handles(planDripMail)
  async plan(
    context: RequestContext,
    mail: RequestOf<typeof planDripMail>,
  ): Promise<ResponseInputOf<typeof planDripMail>> {
    await this.planning.plan(context, mail);
    return {};
  }

  @Handles(cancelDripMails)
  async cancel(
    context: RequestContext,
    { membership_ids }: RequestOf<typeof cancelDripMails>,
  ): Promise<ResponseInputOf<typeof cancelDripMails>> {
    await this.cancelling.cancel(context, membership_ids);
    return {};
  }

  @Handles(setDripCampaignState)
  async setState(
    context: RequestContext,
    state: RequestOf<typeof setDripCampaignState>,
  ): Promise<ResponseInputOf<typeof setDripCampaignState>> {
    await this.states.save(context, state);
    return {};
  }

  @Handles(lookUpDripMails)
  lookUp(
    { accountId }: RequestContext,
    { mails }: RequestOf<typeof lookUpDripMails>,
  ): Promise<ResponseInputOf<typeof lookUpDripMails>> {
    return this.outcomes.of(accountId, mails);
  }

  @Handles(getTriggerContent)
  async trigger(
    { accountId }: RequestContext,
    { log_id }: RequestOf<typeof getTriggerContent>,
  ): Promise<ResponseInputOf<typeof getTriggerContent>> {
    return (await this.triggers.find(accountId, log_id)) ?? logNotFound();
  }
}

function logNotFound(): never {
  throw new ServiceError('log_not_found', 'Log not found');
}
