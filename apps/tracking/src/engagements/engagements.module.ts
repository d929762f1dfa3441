import { Module } from '@nestjs/common';
import { BotClassifier } from './bot-classifier.js';
import { EngagementsController } from './engagements.controller.js';
import { EngagementsRepository } from './engagements.repository.js';
import { UnsubscribesService } from './unsubscribes.service.js';

/** What is done with mails: opened, clicked, unsubscribed from. */
@Module({
  controllers: [EngagementsController],
  providers: [BotClassifier, EngagementsRepository, UnsubscribesService],
})
export class EngagementsModule {}
