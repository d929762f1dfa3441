import { createHash } from 'node:crypto';
import { UnsendableMessage } from '../mime/addresses.js';
import type { ContentStream } from '../mail/outgoing-message.js';
import type { BlobChunk, BlobContent } from './blobs.repository.js';
import { Injectable } from '@nestjs/common';
import { TokenBuckets, nextTurn } from '@postrider/concurrency';

/**
 * Of one account, while others send mail: with base64, hashing and writing about an eighth of a core. A mail of 7 MB takes a
 * second: written at once, it would take half a core for as long as it lasts.
 */
const rate = { perSecond: 8 * 1024 * 1024, windowSeconds: 0.25 };
/** How long after its last mail an account still counts as one that sends. */
const recentMs = 5_000;

/** Shares the processor among accounts that send attachments: pieces take turns, and while others send, an account has a rate. */
@Injectable()
export class AttachmentPace {
  private readonly buckets = new TokenBuckets();
  /** The last two accounts that had mail. */
  private latest = { accountId: '', at: 0 };
  private before = { accountId: '', at: 0 };

  /** The account has a mail that is being sent. */
  seen(accountId: string): void {
    if (accountId !== this.latest.accountId) this.before = this.latest;
    this.latest = { accountId, at: Date.now() };
  }

  /** Resolves when so many bytes of the account may be read. Bytes that are admitted next wait behind them. */
  async admit(accountId: string, bytes: number): Promise<void> {
    const other = this.latest.accountId === accountId ? this.before : this.latest;
    if (Date.now() - other.at > recentMs) return;
    const waitMs = this.buckets.waitFor(accountId, rate, bytes) * 1_000;
    this.buckets.use(accountId, rate, bytes);
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }

  /** Resolves when the next piece of an attachment may be worked on. */
  async turn(accountId: string, bytes: number): Promise<void> {
    await this.admit(accountId, bytes);
    await nextTurn(accountId);
  }
}

/** The attachments of a message cannot be had at the moment; it says why. */
export class AttachmentsUnavailable extends Error {
  override readonly name = 'AttachmentsUnavailable';
}

/** Where the content of a blob is: in PostgreSQL or in the bucket. */
interface Chunks {
  /** The one that follows the one at `position`; undefined when it is gone. */
  chunkAfter(accountId: string, blobId: string, position: number): Promise<BlobChunk | undefined>;
}

interface StoredAttachment extends BlobContent {
  readonly accountId: string;
  readonly id: string;
  /** Of the attachment. */
  readonly name: string;
}

/** What a message is dropped for whose attachment is not what was stored. */
export const notStored = (name: string): string => `The attachment "${name}" is not stored any more`;

/** The content of a blob, a chunk at a time, as fast as the account may; the next one is asked for while one is being used. */
export function storedContent(source: Chunks, pace: AttachmentPace, blob: StoredAttachment): ContentStream {
  return { bytes: blob.bytes, read: () => chunksOf(source, pace, blob) };
}

/**
 * Nothing comes after the last chunk, so that is given only when all of them are known to be what was stored.
 * @throws UnsendableMessage when they are not; AttachmentsUnavailable when database or bucket cannot be asked
 */
async function* chunksOf(
  source: Chunks,
  pace: AttachmentPace,
  { accountId, id, name, sha256, bytes }: StoredAttachment,
): AsyncGenerator<Buffer> {
  const ask = async (position: number): Promise<BlobChunk | undefined> => {
    try {
      return await source.chunkAfter(accountId, id, position);
    } catch (error) {
      throw new AttachmentsUnavailable('The attachments could not be read', { cause: error });
    }
  };
  const hash = createHash('sha256');
  let next = ask(-1);
  for (let read = 0; read < bytes;) {
    const chunk = await next;
    if (!chunk) throw new UnsendableMessage(notStored(name));
    await pace.turn(accountId, chunk.data.length);
    read += chunk.data.length;
    hash.update(chunk.data);
    if (read < bytes) {
      next = ask(chunk.position);
      // It is waited for when this chunk is used; until then nobody hears of it.
      next.catch(() => undefined);
    } else if (read > bytes || !hash.digest().equals(sha256)) throw new UnsendableMessage(notStored(name));
    yield chunk.data;
  }
}
