import { Module } from '@nestjs/common';
import { AttachmentLoader } from './attachment-loader.js';
import { AttachmentPace } from './attachment-pace.js';
import { BlobsController } from './blobs.controller.js';
import { BlobsRepository } from './blobs.repository.js';
import { StoredAttachments } from './stored-attachments.js';

/** Attachments: stored once per content, read for as many messages at a time as there is memory for. */
@Module({
  controllers: [BlobsController],
  providers: [BlobsRepository, AttachmentLoader, AttachmentPace, StoredAttachments],
  exports: [BlobsRepository, AttachmentLoader, StoredAttachments],
})
export class BlobsModule {}
