import { Inject, Injectable } from '@nestjs/common';
import { Semaphore } from '@postrider/concurrency';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import type { DeliveryOutcome } from '../drivers/driver.js';
import type { MessageAttachment } from '../mime/outgoing-message.js';
import type { LeasedMessage } from '../queue/leased-message.js';
import { NotNow } from '../sending/not-now.js';
import { BlobsRepository } from './blobs.repository.js';

/** Puts the contents to a message's attachments, for as many messages at a time as ATTACHMENT_MEMORY_MB has room for. */
@Injectable()
export class Attachments {
  private readonly memory: Semaphore;

  constructor(
    private readonly blobs: BlobsRepository,
    @Inject(CONFIG) config: DeliveryConfig,
  ) {
    this.memory = new Semaphore(config.ATTACHMENT_MEMORY_MB * 1024 * 1024);
  }

  /**
   * Makes the attempt with the attachments in memory. A message whose attachment is gone is dropped: sent without it, it would be another message.
   * @throws NotNow when they cannot be read at the moment, or there was no room before `signal`
   */
  async attempt(
    { accountId, content }: LeasedMessage,
    signal: AbortSignal,
    send: (attachments: readonly MessageAttachment[]) => Promise<DeliveryOutcome>,
  ): Promise<DeliveryOutcome> {
    if (content.attachments.length === 0) return send([]);
    const release = await this.room(
      content.attachments.reduce((sum, { bytes }) => sum + bytes, 0),
      signal,
    );
    try {
      const contents = await this.read(accountId, [...new Set(content.attachments.map(({ blob_id }) => blob_id))]);
      const attachments: MessageAttachment[] = [];
      for (const { name, blob_id, disposition } of content.attachments) {
        const bytes = contents.get(blob_id);
        if (!bytes)
          return { kind: 'rejected', status: 'dropped', detail: `The attachment "${name}" is not stored any more` };
        attachments.push({ name, content: bytes, disposition });
      }
      return await send(attachments);
    } finally {
      release();
    }
  }

  private async room(bytes: number, signal: AbortSignal): Promise<() => void> {
    try {
      return await this.memory.acquire(bytes, signal);
    } catch (error) {
      throw new NotNow('Other messages with attachments took all the memory there is for them', { cause: error });
    }
  }

  private async read(accountId: string, blobIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    try {
      return await this.blobs.read(accountId, blobIds);
    } catch (error) {
      throw new NotNow('The attachments could not be read', { cause: error });
    }
  }
}
