import { Injectable } from '@nestjs/common';
import { FairQueue, runInTurns, type Stepwise } from '@postrider/concurrency';
import type { AttachmentRef, RequestContext } from '@postrider/contracts';
import { commitBlob, findBlob, newId, putBlobChunk } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { CheckedAttachment } from './attachments.js';
import type { Base64Content } from './base64-content.js';

/** Small enough that encoding a chunk takes a fraction of a millisecond. A multiple of 3 for base64. */
const chunkBytes = 126 * 1024;
/** Bytes of content that is sent with the question whether delivery has it. */
const maxAtOnce = 32 * 1024;
const concurrentContents = 3;
/** Chunks in flight per account. */
const concurrentChunks = 4;

/** Uploads attachments to delivery in chunks, to keep broker messages small. Contents that delivery has are skipped. */
@Injectable()
export class AttachmentUploader {
  private readonly slots = new FairQueue({ maxPerKey: concurrentChunks });

  constructor(private readonly services: ContractClient) {}

  /** Returns references in the order of the attachments. Identical contents are stored once. */
  async store(context: RequestContext, attachments: readonly CheckedAttachment[]): Promise<AttachmentRef[]> {
    const hashed: (CheckedAttachment & { readonly sha256: string })[] = [];
    for (const attachment of attachments)
      hashed.push({ ...attachment, sha256: await runInTurns(context.accountId, attachment.content.sha256()) });
    const contents = new Map(hashed.map(({ sha256, content }) => [sha256, content]));
    const blobIds = new Map<string, string>();
    await forEachLimit([...contents], concurrentContents, async ([sha256, content]) => {
      blobIds.set(sha256, await this.storeContent(context, sha256, content));
    });
    return hashed.map(({ content, sha256, ...part }) => ({
      ...part,
      bytes: content.bytes,
      blob_id: blobIds.get(sha256)!,
    }));
  }

  private async storeContent(context: RequestContext, sha256: string, content: Base64Content): Promise<string> {
    const identity = { sha256, bytes: content.bytes };
    const blob_id = newId('blob');
    const isSmall = content.bytes > 0 && content.bytes <= maxAtOnce;
    const upload = isSmall ? { blob_id, data: content.base64(0, content.bytes) } : undefined;
    const stored = await this.services.call(findBlob, context, { ...identity, upload });
    if (stored.blob_id !== undefined) return stored.blob_id;
    const positions = Array.from({ length: Math.ceil(content.bytes / chunkBytes) }, (_none, position) => position);
    await forEachLimit(positions, concurrentChunks, async (position) => {
      const upload = async (): Promise<void> => {
        const data = await runInTurns(context.accountId, encodeChunk(content, position));
        await this.services.call(putBlobChunk, context, { blob_id, position, data });
      };
      await this.slots.run(upload, { key: context.accountId });
    });
    return (await this.services.call(commitBlob, context, { blob_id, ...identity })).blob_id;
  }
}

/** Yields first, because encoding and sending a chunk takes as long as a piece of other work. */
function* encodeChunk(content: Base64Content, position: number): Stepwise<string> {
  yield;
  return content.base64(position * chunkBytes, chunkBytes);
}

/** Runs the task for each item. After a failure it starts no more, and rejects when the running ones have ended. */
async function forEachLimit<Item>(
  items: readonly Item[],
  concurrency: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const work = async (): Promise<void> => {
    try {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await task(item);
    } finally {
      waiting.length = 0;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: concurrency }, work));
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason;
}
