import { Module } from '@nestjs/common';
import { DripMailsModule } from '../drip-mails/drip-mails.module.js';
import { EspAccountsModule } from '../esp-accounts/esp-accounts.module.js';
import { QueueModule } from '../queue/queue.module.js';
import { CampaignStates } from './campaign-states.js';
import { CancellingService } from './cancelling.service.js';
import { CampaignStatesRepository } from './campaign-states.repository.js';
import { DripsController } from './drips.controller.js';
import { DripsConsumer } from './drips.consumer.js';
import { OutcomesRepository } from './outcomes.repository.js';
import { PlanningRepository } from './planning.repository.js';
import { PlanningService } from './planning.service.js';
import { TriggerContentRepository } from './trigger-content.repository.js';

/** Plans, cancels, holds and requeues the emails of campaigns. */
@Module({
  imports: [QueueModule, EspAccountsModule, DripMailsModule],
  controllers: [DripsController],
  providers: [
    PlanningService,
    PlanningRepository,
    CancellingService,
    CampaignStates,
    CampaignStatesRepository,
    OutcomesRepository,
    TriggerContentRepository,
    DripsConsumer,
  ],
})
export class DripsModule {}
