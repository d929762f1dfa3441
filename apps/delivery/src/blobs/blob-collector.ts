import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Injectable, Logger } from '@nestjs/common';
import { BlobsRepository } from './blobs.repository.js';

const everyMs = 60 * 60 * 1000;
/** A statement deletes at most about 350 MB; the rest of a round goes on in the next one. */
const batch = 50;
const batchesPerRound = 200;

/** Deletes attachments that no message needs any more, and what uploads left that were never finished. Replicas may do so at the same time. */
@Injectable()
export class BlobCollector implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(BlobCollector.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopping = false;

  constructor(private readonly blobs: BlobsRepository) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.collect()
        .catch((error: unknown) => this.logger.warn(`attachments could not be collected: ${(error as Error).message}`))
        .finally(() => {
          this.running = undefined;
        });
    }, everyMs);
  }

  /** The database closes after this: the statement under way is waited for. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  async collect(): Promise<void> {
    await this.inBatches((limit) => this.blobs.collectUnneeded(limit));
    await this.inBatches((limit) => this.blobs.collectAbandonedChunks(limit));
  }

  private async inBatches(deleteAtMost: (limit: number) => Promise<number>): Promise<void> {
    for (let round = 0; round < batchesPerRound && !this.stopping; round++) {
      if ((await deleteAtMost(batch)) < batch) return;
    }
  }
}
