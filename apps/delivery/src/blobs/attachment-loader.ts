import { Inject, Injectable } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { AttachmentRef } from '@postrider/contracts';
import { maxChunkBytes } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import type { ContentStream, MessageAttachment } from '../mail/outgoing-message.js';
import { AttachmentPace, AttachmentsUnavailable, storedContent } from './blob-stream.js';
import type { BlobContent } from './blobs.repository.js';
import { BlobsRepository } from './blobs.repository.js';
import { Objects } from './objects.js';

/** A message's attachments, and the memory they take until `release`. */
export interface LoadedAttachments {
  readonly contents: readonly MessageAttachment<Buffer | ContentStream>[];
  /** The name of one that is gone: without it the message would be another one. */
  readonly missing?: string;
  release(): void;
}

const none: LoadedAttachments = { contents: [], release: () => {} };

/** Up to this, all attachments of a message together, they are read at once and have memory of their own. */
export const smallBytes = 256 * 1024;
/** Of the memory for all. */
const shareOfSmall = 1 / 8;
/** What a stream holds: a chunk that is being written, and the next one as it comes, from the database in twice as many characters. */
const streamBytes = 4 * maxChunkBytes;
/** Of the time of an attempt, whose half is for all that comes before the provider is asked. */
const maxWaitShare = 1 / 3;

/**
 * The attachments of as many messages at a time as ATTACHMENT_MEMORY_MB has room for, shared fairly among accounts. Large ones are streamed where
 * the driver takes them so; small ones never wait for large ones.
 */
@Injectable()
export class AttachmentLoader {
  private readonly forSmall: FairQueue;
  private readonly forLarge: FairQueue;
  private readonly timeoutMs: number;

  constructor(
    private readonly blobs: BlobsRepository,
    private readonly objects: Objects,
    private readonly pace: AttachmentPace,
    @Inject(CONFIG) config: DeliveryConfig,
  ) {
    const bytes = config.ATTACHMENT_MEMORY_MB * 1024 * 1024;
    this.timeoutMs = config.ATTEMPT_TIMEOUT_SECONDS * 1000 * maxWaitShare;
    this.forSmall = new FairQueue({ capacity: bytes * shareOfSmall, share: 2 });
    this.forLarge = new FairQueue({ capacity: bytes * (1 - shareOfSmall), share: 2 });
  }

  /** @throws AttachmentsUnavailable when they cannot be had at the moment: the database or the bucket, or no room for them before `signal` */
  async load(
    accountId: string,
    refs: readonly AttachmentRef[],
    streams: boolean,
    signal: AbortSignal,
  ): Promise<LoadedAttachments> {
    this.pace.seen(accountId);
    if (refs.length === 0) return none;
    const bytes = refs.reduce((sum, ref) => sum + ref.bytes, 0);
    const asStream = streams && bytes > smallBytes;
    const release = await this.room(accountId, bytes, asStream, signal);
    try {
      if (!asStream) await this.pace.admit(accountId, bytes);
      const contents = await this.contentsOf(accountId, refs, asStream);
      return typeof contents === 'string' ? { contents: [], missing: contents, release } : { contents, release };
    } catch (error) {
      release();
      if (error instanceof AttachmentsUnavailable) throw error;
      throw new AttachmentsUnavailable('The attachments could not be read', { cause: error });
    }
  }

  private async room(accountId: string, bytes: number, asStream: boolean, signal: AbortSignal): Promise<() => void> {
    // As they are stored, and as they are sent: in base64.
    const whole = bytes + Math.ceil(bytes / 3) * 4;
    const memory = bytes > smallBytes ? this.forLarge : this.forSmall;
    try {
      const amount = asStream ? Math.min(whole, streamBytes) : whole;
      return await memory.acquire({ key: accountId, amount, timeoutMs: this.timeoutMs, signal });
    } catch (error) {
      throw new AttachmentsUnavailable('Other messages with attachments took all the memory there is for them', {
        cause: error,
      });
    }
  }

  /** Or the name of one that is gone. */
  private async contentsOf(
    accountId: string,
    refs: readonly AttachmentRef[],
    asStream: boolean,
  ): Promise<MessageAttachment<Buffer | ContentStream>[] | string> {
    const ids = [...new Set(refs.map(({ blob_id }) => blob_id))];
    const inMemory = asStream ? undefined : await this.blobs.read(accountId, ids);
    const stored = asStream ? await this.blobs.findWhole(accountId, ids) : undefined;
    const elsewhere = ids.filter((id) => !inMemory?.has(id) && !stored?.has(id));
    const inBucket = elsewhere.length > 0 ? await this.blobs.findInBucket(accountId, elsewhere) : undefined;
    if (inBucket && inBucket.size > 0) this.objects.check();
    const contents: MessageAttachment<Buffer | ContentStream>[] = [];
    for (const { name, blob_id: id, disposition } of refs) {
      const streamed = (source: BlobsRepository | Objects, blob: BlobContent): ContentStream =>
        storedContent(source, this.pace, { accountId, id, name, ...blob });
      const [here, there] = [stored?.get(id), inBucket?.get(id)];
      const content =
        inMemory?.get(id) ??
        (here && streamed(this.blobs, here)) ??
        (there && (asStream ? streamed(this.objects, there) : await this.objects.read(accountId, id, there)));
      if (!content) return name;
      contents.push({ name, content, disposition });
    }
    return contents;
  }
}
