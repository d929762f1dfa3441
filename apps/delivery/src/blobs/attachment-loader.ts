import { Inject, Injectable } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { AttachmentRef } from '@postrider/contracts';
import { maxChunkBytes } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import type { ContentStream, MessageAttachment } from '../mail/outgoing-message.js';
import { AttachmentRateLimiter, AttachmentsUnavailable, storedContent } from './blob-stream.js';
import type { BlobChunk, BlobContent } from './blobs.repository.js';
import { BlobsRepository } from './blobs.repository.js';
import { Objects } from './objects.js';

/** The attachments of a message, which use memory until `release`. */
export interface LoadedAttachments {
  readonly contents: readonly MessageAttachment<Buffer | ContentStream>[];
  /** Name of an attachment that is no longer stored; the message must not be sent without it. */
  readonly missing?: string;
  release(): void;
}

const none: LoadedAttachments = { contents: [], release: () => {} };

/** Total attachment size of a message up to which they are read whole and use memory reserved for small messages. */
export const maxSmallBytes = 256 * 1024;
/** Share of ATTACHMENT_MEMORY_MB for small messages. */
const smallShare = 1 / 8;
/**
 * Memory of a stream: the chunk being written and the next one, which the database sends in twice as many characters.
 */
const streamBytes = 4 * maxChunkBytes;
/**
 * Share of the attempt's timeout to wait for memory. Half of that timeout is for everything before the provider is
 * called.
 */
const maxWaitShare = 1 / 3;

/**
 * Loads attachments for as many messages at a time as ATTACHMENT_MEMORY_MB allows, shared fairly among accounts. Large
 * ones are streamed if the driver supports it; small ones never wait for large ones.
 */
@Injectable()
export class AttachmentLoader {
  private readonly smallMemory: FairQueue;
  private readonly largeMemory: FairQueue;
  private readonly timeoutMs: number;

  constructor(
    private readonly blobs: BlobsRepository,
    private readonly objects: Objects,
    private readonly limiter: AttachmentRateLimiter,
    @Inject(CONFIG) config: DeliveryConfig,
  ) {
    const bytes = config.ATTACHMENT_MEMORY_MB * 1024 * 1024;
    this.timeoutMs = config.ATTEMPT_TIMEOUT_SECONDS * 1000 * maxWaitShare;
    this.smallMemory = new FairQueue({ capacity: bytes * smallShare, share: 2 });
    this.largeMemory = new FairQueue({ capacity: bytes * (1 - smallShare), share: 2 });
  }

  /**
   * @throws AttachmentsUnavailable when the database or the bucket fails, or when no memory is free before `signal`
   * aborts
   */
  async load(
    accountId: string,
    refs: readonly AttachmentRef[],
    streams: boolean,
    signal: AbortSignal,
  ): Promise<LoadedAttachments> {
    this.limiter.noteMail(accountId);
    if (refs.length === 0) return none;
    const bytes = refs.reduce((sum, ref) => sum + ref.bytes, 0);
    const asStream = streams && bytes > maxSmallBytes;
    const release = await this.acquireMemory(accountId, bytes, asStream, signal);
    try {
      if (!asStream) await this.limiter.admit(accountId, bytes);
      const contents = await this.loadContents(accountId, refs, asStream);
      return typeof contents === 'string' ? { contents: [], missing: contents, release } : { contents, release };
    } catch (error) {
      release();
      if (error instanceof AttachmentsUnavailable) throw error;
      throw new AttachmentsUnavailable('The attachments could not be read', { cause: error });
    }
  }

  /**
   * The chunk of an attachment after `position`, at most a megabyte; undefined if it is no longer stored.
   * @throws AttachmentsUnavailable when the bucket does not respond
   */
  async readChunkAfter(accountId: string, blobId: string, position: number): Promise<BlobChunk | undefined> {
    const stored = await this.blobs.chunkAfter(accountId, blobId, position);
    if (stored || !(await this.blobs.findInBucket(accountId, [blobId])).has(blobId)) return stored;
    this.objects.check();
    return this.objects.chunkAfter(accountId, blobId, position);
  }

  private async acquireMemory(
    accountId: string,
    bytes: number,
    asStream: boolean,
    signal: AbortSignal,
  ): Promise<() => void> {
    // The stored bytes plus the base64 that is sent.
    const whole = bytes + Math.ceil(bytes / 3) * 4;
    const memory = bytes > maxSmallBytes ? this.largeMemory : this.smallMemory;
    try {
      const amount = asStream ? Math.min(whole, streamBytes) : whole;
      return await memory.acquire({ key: accountId, amount, timeoutMs: this.timeoutMs, signal });
    } catch (error) {
      throw new AttachmentsUnavailable('The memory for attachments is used up by other messages', {
        cause: error,
      });
    }
  }

  /** Or the name of an attachment that is no longer stored. */
  private async loadContents(
    accountId: string,
    refs: readonly AttachmentRef[],
    asStream: boolean,
  ): Promise<MessageAttachment<Buffer | ContentStream>[] | string> {
    const ids = [...new Set(refs.map(({ blob_id }) => blob_id))];
    const inMemory = asStream ? undefined : await this.blobs.read(accountId, ids);
    const stored = asStream ? await this.blobs.findComplete(accountId, ids) : undefined;
    const elsewhere = ids.filter((id) => !inMemory?.has(id) && !stored?.has(id));
    const inBucket = elsewhere.length > 0 ? await this.blobs.findInBucket(accountId, elsewhere) : undefined;
    if (inBucket && inBucket.size > 0) this.objects.check();
    const contents: MessageAttachment<Buffer | ContentStream>[] = [];
    for (const { name, blob_id: id, disposition, content_id: reference, content_type: type } of refs) {
      const streamed = (source: BlobsRepository | Objects, blob: BlobContent): ContentStream =>
        storedContent(source, this.limiter, { accountId, id, name, ...blob });
      const [storedBlob, bucketBlob] = [stored?.get(id), inBucket?.get(id)];
      const content =
        inMemory?.get(id) ??
        (storedBlob && streamed(this.blobs, storedBlob)) ??
        (bucketBlob &&
          (asStream ? streamed(this.objects, bucketBlob) : await this.objects.read(accountId, id, bucketBlob)));
      if (!content) return name;
      contents.push({ name, content, disposition, reference, type });
    }
    return contents;
  }
}
