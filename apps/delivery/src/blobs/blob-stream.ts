import { createHash } from 'node:crypto';
import { UnsendableMessage } from '../mime/addresses.js';
import type { ContentStream } from '../mail/outgoing-message.js';
import type { BlobChunk, BlobContent } from './blobs.repository.js';
import { Injectable } from '@nestjs/common';
import { TokenBuckets, nextTurn } from '@postrider/concurrency';

/**
 * Rate per account while other accounts send: with base64, hashing and writing, about an eighth of a core. Without it,
 * an email of 7 MB would take half a core until it is sent; with it, the email takes a second.
 */
const rate = { perSecond: 8 * 1024 * 1024, windowSeconds: 0.25 };
/** How long after its last email an account counts as sending. */
const recentMs = 5_000;

/**
 * Shares the CPU among accounts that send attachments: chunks take turns, and while others send, an account has a rate
 * limit.
 */
@Injectable()
export class AttachmentRateLimiter {
  private readonly buckets = new TokenBuckets();
  /** The last two accounts that sent email. */
  private latest = { accountId: '', at: 0 };
  private previous = { accountId: '', at: 0 };

  /** Records that the account is sending an email. */
  noteMail(accountId: string): void {
    if (accountId !== this.latest.accountId) this.previous = this.latest;
    this.latest = { accountId, at: Date.now() };
  }

  /** Resolves when this many bytes of the account may be read. Later calls of the account wait behind them. */
  async admit(accountId: string, bytes: number): Promise<void> {
    const other = this.latest.accountId === accountId ? this.previous : this.latest;
    if (Date.now() - other.at > recentMs) return;
    const waitMs = this.buckets.waitFor(accountId, rate, bytes) * 1_000;
    this.buckets.use(accountId, rate, bytes);
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }

  /** Resolves when the next chunk of an attachment may be processed. */
  async waitForTurn(accountId: string, bytes: number): Promise<void> {
    await this.admit(accountId, bytes);
    await nextTurn(accountId);
  }
}

/** The attachments of a message cannot be read at the moment; the message says why. */
export class AttachmentsUnavailable extends Error {
  override readonly name = 'AttachmentsUnavailable';
}

/** Source of a blob's content: PostgreSQL or the bucket. */
interface Chunks {
  /** The chunk after `position`; undefined when it is no longer stored. */
  chunkAfter(accountId: string, blobId: string, position: number): Promise<BlobChunk | undefined>;
}

interface StoredAttachment extends BlobContent {
  readonly accountId: string;
  readonly id: string;
  /** File name of the attachment. */
  readonly name: string;
}

/** Reason for dropping a message whose attachment is missing or differs from what was stored. */
export const notStored = (name: string): string => `The attachment "${name}" is no longer stored`;

/** Streams a blob chunk by chunk at the account's rate; the next chunk is read while the current one is used. */
export function storedContent(source: Chunks, limiter: AttachmentRateLimiter, blob: StoredAttachment): ContentStream {
  return { bytes: blob.bytes, read: () => readChunks(source, limiter, blob) };
}

/**
 * Yields the last chunk only after the hash of the whole content is verified.
 * @throws UnsendableMessage when the content differs; AttachmentsUnavailable when the database or the bucket cannot be
 * read
 */
async function* readChunks(
  source: Chunks,
  limiter: AttachmentRateLimiter,
  { accountId, id, name, sha256, bytes }: StoredAttachment,
): AsyncGenerator<Buffer> {
  const readAfter = async (position: number): Promise<BlobChunk | undefined> => {
    try {
      return await source.chunkAfter(accountId, id, position);
    } catch (error) {
      throw new AttachmentsUnavailable('The attachments could not be read', { cause: error });
    }
  };
  const hash = createHash('sha256');
  let next = readAfter(-1);
  for (let read = 0; read < bytes;) {
    const chunk = await next;
    if (!chunk) throw new UnsendableMessage(notStored(name));
    await limiter.waitForTurn(accountId, chunk.data.length);
    read += chunk.data.length;
    hash.update(chunk.data);
    if (read < bytes) {
      next = readAfter(chunk.position);
      // It is awaited in the next iteration; this handler prevents an unhandled rejection until then.
      next.catch(() => undefined);
    } else if (read > bytes || !hash.digest().equals(sha256)) throw new UnsendableMessage(notStored(name));
    yield chunk.data;
  }
}
