import { Module } from '@nestjs/common';
import { SendController } from './send.controller.js';
import { AttachmentUploader } from './attachment-uploader.js';

/** Sends messages. */
@Module({ controllers: [SendController], providers: [AttachmentUploader] })
export class SendModule {}
