import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { BlobsRepository } from '../blobs/blobs.repository.js';

const everyMs = 60 * 60 * 1000;
/** A statement deletes at most about 350 MB. */
const perBatch = 50;

/** Deletes attachments that no message needs any more, and what uploads left that were never finished. Replicas may do so at the same time. */
@Injectable()
export class BlobCollector extends PeriodicTask {
  private readonly logger = new Logger(BlobCollector.name);

  constructor(private readonly blobs: BlobsRepository) {
    super({ everyMs });
  }

  protected async batch(): Promise<boolean> {
    const unneeded = await this.blobs.collectUnneeded(perBatch);
    const abandoned = await this.blobs.collectAbandonedChunks(perBatch);
    return unneeded === perBatch || abandoned === perBatch;
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`attachments could not be collected: ${message}`);
  }
}
