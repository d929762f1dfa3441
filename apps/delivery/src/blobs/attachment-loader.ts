import { Inject, Injectable } from '@nestjs/common';
import { Semaphore } from '@postrider/concurrency';
import type { AttachmentRef } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import type { MessageAttachment } from '../mime/outgoing-message.js';
import { BlobsRepository } from './blobs.repository.js';

/** A message's attachments in memory until `release`. */
export interface LoadedAttachments {
  readonly contents: readonly MessageAttachment[];
  /** The name of one that is gone: without it the message would be another one. */
  readonly missing?: string;
  release(): void;
}

const none: LoadedAttachments = { contents: [], release: () => {} };

/** Reads the attachments of as many messages at a time as ATTACHMENT_MEMORY_MB has room for. */
@Injectable()
export class AttachmentLoader {
  private readonly memory: Semaphore;

  constructor(
    private readonly blobs: BlobsRepository,
    @Inject(CONFIG) config: DeliveryConfig,
  ) {
    this.memory = new Semaphore(config.ATTACHMENT_MEMORY_MB * 1024 * 1024);
  }

  /** @throws Error saying why they cannot be had at the moment: the database, or no room for them before `signal` */
  async load(accountId: string, refs: readonly AttachmentRef[], signal: AbortSignal): Promise<LoadedAttachments> {
    if (refs.length === 0) return none;
    const release = await this.room(refs, signal);
    try {
      const stored = await this.read(accountId, refs);
      const missing = refs.find(({ blob_id }) => !stored.has(blob_id));
      if (missing) return { contents: [], missing: missing.name, release };
      const contents = refs.map(({ name, blob_id, disposition }) => ({
        name,
        content: stored.get(blob_id)!,
        disposition,
      }));
      return { contents, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  private async room(refs: readonly AttachmentRef[], signal: AbortSignal): Promise<() => void> {
    try {
      return await this.memory.acquire(
        refs.reduce((sum, { bytes }) => sum + bytes, 0),
        signal,
      );
    } catch (error) {
      throw new Error('Other messages with attachments took all the memory there is for them', { cause: error });
    }
  }

  private async read(accountId: string, refs: readonly AttachmentRef[]): Promise<ReadonlyMap<string, Buffer>> {
    try {
      return await this.blobs.read(accountId, [...new Set(refs.map(({ blob_id }) => blob_id))]);
    } catch (error) {
      throw new Error('The attachments could not be read', { cause: error });
    }
  }
}
