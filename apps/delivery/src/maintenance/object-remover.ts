import { Inject, Injectable } from '@nestjs/common';
import { FairQueue, PeriodicTask } from '@postrider/concurrency';
import { ObjectRemovalsRepository } from '../blobs/blobs.repository.js';
import { BUCKET } from '../blobs/objects.js';
import type { Bucket } from '../bucket/bucket.js';

const everyMs = 10 * 60 * 1000;
const perBatch = 100;
const maxConcurrent = 4;

/**
 * Removes bucket objects without a blob: those of deleted attachments and of uploads that were never committed.
 * Replicas may run it at the same time. Failed removals are retried after ten minutes.
 */
@Injectable()
export class ObjectRemover extends PeriodicTask {
  private readonly slots = new FairQueue({ capacity: maxConcurrent });

  constructor(
    private readonly removals: ObjectRemovalsRepository,
    @Inject(BUCKET) private readonly bucket: Bucket | null,
  ) {
    super({ everyMs, failure: 'attachments could not be removed from the bucket' });
  }

  protected async batch(): Promise<boolean> {
    const { bucket } = this;
    if (!bucket) return false;
    const claimed = await this.removals.claim(perBatch);
    const ends = await Promise.allSettled(
      claimed.map(({ account_id, blob_id }) => this.slots.run(() => bucket.remove(account_id, blob_id))),
    );
    const removed = claimed.filter((_removal, index) => ends[index]!.status === 'fulfilled');
    if (removed.length > 0) await this.removals.done(removed);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return claimed.length === perBatch;
  }
}
