import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf } from '@postrider/contracts';
import { commitBlob, findBlob, putBlobChunk, ServiceError } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { BlobsRepository } from './blobs.repository.js';
import { StoredAttachments } from './stored-attachments.js';

@Controller()
export class BlobsController {
  constructor(
    private readonly blobs: BlobsRepository,
    private readonly stored: StoredAttachments,
  ) {}

  @Handles(findBlob)
  async find(
    context: RequestContext,
    { sha256, bytes }: RequestOf<typeof findBlob>,
  ): Promise<AnswerOf<typeof findBlob>> {
    const known = await this.blobs.find(context.accountId, { sha256: Buffer.from(sha256, 'hex'), bytes });
    if (known) return { blob_id: known };
    // The caller is about to upload it.
    this.stored.admit(context, bytes);
    return {};
  }

  @Handles(putBlobChunk)
  async put(
    context: RequestContext,
    { blob_id, position, data }: RequestOf<typeof putBlobChunk>,
  ): Promise<AnswerOf<typeof putBlobChunk>> {
    await this.blobs.putChunk(context.accountId, blob_id, position, Buffer.from(data, 'base64'));
    return {};
  }

  @Handles(commitBlob)
  async commit(
    context: RequestContext,
    { blob_id, sha256, bytes }: RequestOf<typeof commitBlob>,
  ): Promise<AnswerOf<typeof commitBlob>> {
    const content = { sha256: Buffer.from(sha256, 'hex'), bytes };
    // Without chunks of its own the answer to an earlier commit was lost, and that commit has found the content stored.
    const stored =
      (await this.blobs.commit(context.accountId, blob_id, content)) ??
      (await this.blobs.find(context.accountId, content));
    if (!stored) throw new ServiceError('invalid_request', 'The chunks are not the content that was announced');
    return { blob_id: stored };
  }
}
