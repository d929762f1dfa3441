import { Module } from '@nestjs/common';
import { AttachmentLoader } from './attachment-loader.js';
import { AttachmentPace } from './attachment-pace.js';
import { BlobsController } from './blobs.controller.js';
import { BlobsRepository } from './blobs.repository.js';
import { BUCKET, Objects, bucketProvider } from './objects.js';
import { ObjectRemovalsRepository } from './object-removals.repository.js';
import { StoredAttachments } from './stored-attachments.js';
import { UploadsRepository } from './uploads.repository.js';
import { UploadsService } from './uploads.service.js';

/** Attachments: stored once per content, read for as many messages at a time as there is memory for. */
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
    AttachmentPace,
    StoredAttachments,
  ],
  exports: [BlobsRepository, BUCKET, ObjectRemovalsRepository, AttachmentLoader, StoredAttachments],
})
export class BlobsModule {}
