import { Module } from '@nestjs/common';
import { ArrivalsJudge } from './arrivals-judge.js';
import { EngagementsController } from './engagements.controller.js';
import { EngagementsPurge } from './engagements-purge.js';
import { EngagementsRepository } from './engagements.repository.js';
import { UnsubscribesService } from './unsubscribes.service.js';

/** What is done with mails: opened, clicked, unsubscribed from. */
@Module({
  controllers: [EngagementsController],
  providers: [ArrivalsJudge, EngagementsPurge, EngagementsRepository, UnsubscribesService],
})
export class EngagementsModule {}
