import { Injectable } from '@nestjs/common';
import { FairQueue, inTurns, type Pieces } from '@postrider/concurrency';
import type { AttachmentRef, RequestContext, RequestOf } from '@postrider/contracts';
import { commitBlob, findBlob, newId, putBlobChunk } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { CheckedAttachment } from './attachments.js';
import type { Base64Content } from './base64-content.js';

/** Small beside what a service may be asked at most: to read one takes a fraction of a millisecond, here and in delivery. Whole groups of three. */
const chunkBytes = 126 * 1024;
const contentsAtOnce = 3;
/** On their way at a time, of one account. */
const chunksAtOnce = 4;

/** Brings attachments to delivery in chunks, so that no message of the broker grows large; what delivery has already is not sent again. */
@Injectable()
export class AttachmentUploader {
  private readonly slots = new FairQueue({ maxPerKey: chunksAtOnce });

  constructor(private readonly services: ContractClient) {}

  /** References in the order of the attachments. A content that is there twice is stored once. */
  async store(context: RequestContext, attachments: readonly CheckedAttachment[]): Promise<AttachmentRef[]> {
    const hashed: (CheckedAttachment & { readonly sha256: string })[] = [];
    for (const attachment of attachments)
      hashed.push({ ...attachment, sha256: await inTurns(context.accountId, attachment.content.sha256()) });
    const contents = new Map(hashed.map(({ sha256, content }) => [sha256, content]));
    const blobIds = new Map<string, string>();
    await eachOf([...contents], contentsAtOnce, async ([sha256, content]) => {
      blobIds.set(sha256, await this.storeContent(context, sha256, content));
    });
    return hashed.map(({ name, disposition, content, sha256 }) => ({
      name,
      disposition,
      bytes: content.bytes,
      blob_id: blobIds.get(sha256)!,
    }));
  }

  private async storeContent(context: RequestContext, sha256: string, content: Base64Content): Promise<string> {
    const announced: RequestOf<typeof findBlob> = { sha256, bytes: content.bytes };
    const known = await this.services.call(findBlob, context, announced);
    if (known.blob_id !== undefined) return known.blob_id;
    const blob_id = newId('blob');
    const positions = Array.from({ length: Math.ceil(content.bytes / chunkBytes) }, (_none, position) => position);
    await eachOf(positions, chunksAtOnce, async (position) => {
      const upload = async (): Promise<void> => {
        const data = await inTurns(context.accountId, chunkOf(content, position));
        await this.services.call(putBlobChunk, context, { blob_id, position, data });
      };
      await this.slots.run(upload, { key: context.accountId });
    });
    return (await this.services.call(commitBlob, context, { blob_id, ...announced })).blob_id;
  }
}

/** In a turn of its own: sent, a chunk takes as long as a piece of other work. */
function* chunkOf(content: Base64Content, position: number): Pieces<string> {
  yield;
  return content.base64(position * chunkBytes, chunkBytes);
}

/** Does all of it, at most `atOnce` at a time. After a failure it starts nothing more, and fails once what was started has ended. */
async function eachOf<Item>(
  items: readonly Item[],
  atOnce: number,
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
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason;
}
