import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { ProposalsController } from './proposals.controller.js';
import { ProposalsRepository } from './proposals.repository.js';
import { ProposalsService } from './proposals.service.js';

/** Emails that are sent when a person approves them. */
@Module({
  imports: [MessagesModule],
  controllers: [ProposalsController],
  providers: [ProposalsRepository, ProposalsService],
  exports: [ProposalsRepository],
})
export class ProposalsModule {}
