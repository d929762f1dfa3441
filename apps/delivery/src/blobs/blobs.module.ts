import { Module } from '@nestjs/common';
import { AttachmentLoader } from './attachment-loader.js';
import { AttachmentRateLimiter } from './blob-stream.js';
import { BlobsController } from './blobs.controller.js';
import { BlobsRepository, ObjectRemovalsRepository } from './blobs.repository.js';
import { BUCKET, Objects, bucketProvider } from './objects.js';
import { StoredAttachments, UploadsService } from './uploads.service.js';
import { UploadsRepository } from './uploads.repository.js';

/** Attachments: stored once per content, and loaded for as many messages at a time as memory allows. */
@Module({
  controllers: [BlobsController],
  providers: [
    BlobsRepository,
    UploadsRepository,
    UploadsService,
    bucketProvider,
    Objects,
    ObjectRemovalsRepository,
    AttachmentLoader,
    AttachmentRateLimiter,
    StoredAttachments,
  ],
  exports: [BlobsRepository, BUCKET, ObjectRemovalsRepository, AttachmentLoader, StoredAttachments],
})
export class BlobsModule {}
