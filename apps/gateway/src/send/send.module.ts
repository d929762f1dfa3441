import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { SendController } from './send.controller.js';
import { AttachmentUploader } from './attachment-uploader.js';
import { SendService } from './send.service.js';

/** Sends messages. */
@Module({
  imports: [LimitsModule],
  controllers: [SendController],
  providers: [AttachmentUploader, SendService],
  exports: [SendService],
})
export class SendModule {}
