import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { commitBlob, findBlob, putBlobChunk } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { BlobsRepository } from './blobs.repository.js';
import { StoredAttachments, UploadsService } from './uploads.service.js';
import { UploadsRepository } from './uploads.repository.js';

@Controller()
export class BlobsController {
  constructor(
    private readonly blobs: BlobsRepository,
    private readonly uploads: UploadsService,
    private readonly uploaded: UploadsRepository,
    private readonly stored: StoredAttachments,
  ) {}

  @Handles(findBlob)
  async find(
    context: RequestContext,
    { sha256, bytes, upload }: RequestOf<typeof findBlob>,
  ): Promise<ResponseInputOf<typeof findBlob>> {
    const content = { sha256: Buffer.from(sha256, 'hex'), bytes };
    const known = await this.blobs.find(context.accountId, content);
    if (known) return { blob_id: known };
    // Otherwise the caller is about to upload it.
    this.uploads.admit(bytes);
    this.stored.admit(context, bytes);
    return upload && !this.uploads.usesBucket(bytes)
      ? { blob_id: await this.uploads.store(context, upload.blob_id, content, Buffer.from(upload.data, 'base64')) }
      : {};
  }

  @Handles(putBlobChunk)
  async upload(
    context: RequestContext,
    { blob_id, position, data }: RequestOf<typeof putBlobChunk>,
  ): Promise<ResponseInputOf<typeof putBlobChunk>> {
    await this.uploaded.putChunk(context.accountId, blob_id, position, Buffer.from(data, 'base64'));
    return {};
  }

  @Handles(commitBlob)
  async commit(
    context: RequestContext,
    { blob_id, sha256, bytes }: RequestOf<typeof commitBlob>,
  ): Promise<ResponseInputOf<typeof commitBlob>> {
    const content = { sha256: Buffer.from(sha256, 'hex'), bytes };
    return { blob_id: await this.uploads.commit(context, blob_id, content) };
  }
}
