import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { SendModule } from '../send/send.module.js';
import { TrackingModule } from '../tracking/tracking.module.js';
import { EmailBatchService } from './email-batch.service.js';
import { EmailsController } from './emails.controller.js';
import { ResendAccountController } from './resend-account.controller.js';
import { TemplateNames } from './template-names.js';

/** The Resend API, for its client libraries (docs/guides/resend.md). */
@Module({
  imports: [SendModule, ApiKeysModule, TrackingModule],
  controllers: [EmailsController, ResendAccountController],
  providers: [EmailBatchService, TemplateNames],
})
export class ResendModule {}
