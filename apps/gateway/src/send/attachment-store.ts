import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AttachmentRef, Call } from '@postrider/contracts';
import { commitBlob, findBlob, maxChunkBytes, newId, putBlobChunk } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { DecodedAttachment } from './attachments.js';

const chunksAtOnce = 4;

/** Brings attachments to delivery in chunks, so that no message of the broker grows large; what delivery has already is not sent again. */
@Injectable()
export class AttachmentStore {
  constructor(private readonly services: ContractClient) {}

  async store(call: Call, attachments: readonly DecodedAttachment[]): Promise<AttachmentRef[]> {
    const references: AttachmentRef[] = [];
    for (const { name, disposition, content } of attachments) {
      references.push({ name, disposition, bytes: content.length, blob_id: await this.storeOne(call, content) });
    }
    return references;
  }

  private async storeOne(call: Call, content: Buffer): Promise<string> {
    const identity = { sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length };
    const known = await this.services.call(findBlob, call, identity);
    if (known.blob_id !== undefined) return known.blob_id;
    const blob_id = newId('blob');
    const chunks = Array.from({ length: Math.ceil(content.length / maxChunkBytes) }, (_none, position) => position);
    while (chunks.length > 0) {
      await Promise.all(chunks.splice(0, chunksAtOnce).map((position) => {
        const data = content.subarray(position * maxChunkBytes, (position + 1) * maxChunkBytes).toString('base64');
        return this.services.call(putBlobChunk, call, { blob_id, position, data });
      }));
    }
    return (await this.services.call(commitBlob, call, { blob_id, ...identity })).blob_id;
  }
}
