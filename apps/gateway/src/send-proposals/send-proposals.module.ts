import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { SendProposalsController } from './send-proposals.controller.js';
import { SendProposalsService } from './send-proposals.service.js';

/** Emails that are sent when a person approves them. */
@Module({
  imports: [ApiKeysModule],
  controllers: [SendProposalsController],
  providers: [SendProposalsService],
})
export class SendProposalsModule {}
