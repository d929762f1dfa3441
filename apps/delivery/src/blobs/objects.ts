import type { FactoryProvider } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { maxChunkBytes } from '@postrider/contracts';
import { Bucket } from '../bucket/bucket.js';
import { AttachmentsUnavailable } from './blob-stream.js';
import type { BlobChunk, BlobContent } from './blobs.repository.js';
import { hashChunks } from './blobs.repository.js';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';

export const BUCKET = Symbol('BUCKET');

/** The bucket of BLOB_URL; null when all attachments are in PostgreSQL. */
export const bucketProvider: FactoryProvider<Bucket | null> = {
  provide: BUCKET,
  inject: [CONFIG],
  useFactory: async (config: DeliveryConfig) => (await Bucket.open(config)) ?? null,
};

/** Reads blobs from the bucket with the same methods as those in PostgreSQL: whole, or chunk by chunk. */
@Injectable()
export class Objects {
  constructor(@Inject(BUCKET) private readonly bucket: Bucket | null) {}

  /**
   * @throws AttachmentsUnavailable when reads are certain to fail, so that no connection to a mail server is opened in
   * vain
   */
  check(): void {
    if (!this.bucket) throw new AttachmentsUnavailable('An attachment is in a bucket, and BLOB_URL is not set');
    if (this.bucket.isPaused) throw new AttachmentsUnavailable('The bucket with the attachments does not answer');
  }

  /** Undefined when it is missing or corrupt. */
  async read(accountId: string, blobId: string, { sha256, bytes }: BlobContent): Promise<Buffer | undefined> {
    const content = await this.bucket?.get(accountId, blobId, 0, bytes);
    return content && (await hashChunks([content])).equals(sha256) ? content : undefined;
  }

  /** All chunks of an object have the same size, except the last. */
  async chunkAfter(accountId: string, blobId: string, position: number): Promise<BlobChunk | undefined> {
    const next = position + 1;
    const data = await this.bucket?.get(accountId, blobId, next * maxChunkBytes, maxChunkBytes);
    return data && { position: next, data };
  }
}
