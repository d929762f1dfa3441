import { Module } from '@nestjs/common';
import { SendController } from './send.controller.js';
import { AttachmentUploader } from './attachment-uploader.js';
import { SendService } from './send.service.js';

/** Sends messages. */
@Module({ controllers: [SendController], providers: [AttachmentUploader, SendService], exports: [SendService] })
export class SendModule {}
