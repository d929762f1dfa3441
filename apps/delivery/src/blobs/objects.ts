import type { FactoryProvider } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { maxChunkBytes } from '@postrider/contracts';
import { Bucket } from '../bucket/bucket.js';
import { AttachmentsUnavailable } from './blob-stream.js';
import type { BlobChunk, BlobContent } from './blobs.repository.js';
import { hashOf } from './blobs.repository.js';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';

export const BUCKET = Symbol('BUCKET');

/** That of BLOB_URL; null where all attachments are in PostgreSQL. */
export const bucketProvider: FactoryProvider<Bucket | null> = {
  provide: BUCKET,
  inject: [CONFIG],
  useFactory: async (config: DeliveryConfig) => (await Bucket.open(config)) ?? null,
};

/** The contents of blobs in the bucket, read as those in PostgreSQL are: whole, or a chunk at a time. */
@Injectable()
export class Objects {
  constructor(@Inject(BUCKET) private readonly bucket: Bucket | null) {}

  /** @throws AttachmentsUnavailable where it is certain that nothing can be read now: no mail server is to be asked for nothing */
  check(): void {
    if (!this.bucket) throw new AttachmentsUnavailable('An attachment is in a bucket, and BLOB_URL is not set');
    if (this.bucket.isPaused) throw new AttachmentsUnavailable('The bucket with the attachments does not answer');
  }

  /** Undefined when it is gone or no longer what was stored. */
  async read(accountId: string, blobId: string, { sha256, bytes }: BlobContent): Promise<Buffer | undefined> {
    const content = await this.bucket?.get(accountId, blobId, 0, bytes);
    return content && (await hashOf([content])).equals(sha256) ? content : undefined;
  }

  /** Chunks of an object are all of one size, but for the last one. */
  async chunkAfter(accountId: string, blobId: string, position: number): Promise<BlobChunk | undefined> {
    const next = position + 1;
    const data = await this.bucket?.get(accountId, blobId, next * maxChunkBytes, maxChunkBytes);
    return data && { position: next, data };
  }
}
