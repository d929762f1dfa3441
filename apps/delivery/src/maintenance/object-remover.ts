import { Inject, Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import type { ObjectRemoval } from '../blobs/object-removals.repository.js';
import { ObjectRemovalsRepository } from '../blobs/object-removals.repository.js';
import { BUCKET } from '../blobs/objects.js';
import type { Bucket } from '../bucket/bucket.js';

const everyMs = 10 * 60 * 1000;
const perBatch = 100;
const atOnce = 4;

/**
 * Removes objects of the bucket that no blob has: of attachments that were collected, and of uploads that were never committed. Replicas may do so at the
 * same time. What fails is tried again in ten minutes.
 */
@Injectable()
export class ObjectRemover extends PeriodicTask {
  private readonly logger = new Logger(ObjectRemover.name);

  constructor(
    private readonly removals: ObjectRemovalsRepository,
    @Inject(BUCKET) private readonly bucket: Bucket | null,
  ) {
    super({ everyMs });
  }

  protected async batch(): Promise<boolean> {
    const { bucket } = this;
    if (!bucket) return false;
    const waiting = [...(await this.removals.take(perBatch))];
    const full = waiting.length === perBatch;
    const removed: ObjectRemoval[] = [];
    const removeSome = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await bucket.remove(next.account_id, next.blob_id);
        removed.push(next);
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, removeSome));
    if (removed.length > 0) await this.removals.done(removed);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return full;
  }

  protected onError({ message }: Error): void {
    this.logger.warn(`attachments could not be removed from the bucket: ${message}`);
  }
}
