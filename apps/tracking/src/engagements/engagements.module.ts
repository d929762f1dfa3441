import { Module } from '@nestjs/common';
import { BotClassifier } from './bot-classifier.js';
import { EngagementsController } from './engagements.controller.js';
import { EngagementsRepository } from './engagements.repository.js';
import { UnsubscribesService } from './unsubscribes.service.js';

/** Opens, clicks and unsubscribes of emails. */
@Module({
  controllers: [EngagementsController],
  providers: [BotClassifier, EngagementsRepository, UnsubscribesService],
})
export class EngagementsModule {}
