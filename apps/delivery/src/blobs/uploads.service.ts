import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { FairQueue, QueueTimeout } from '@postrider/concurrency';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import { BucketUnavailable } from '../bucket/bucket-pause.js';
import type { Bucket } from '../bucket/bucket.js';
import type { BlobContent } from './blobs.repository.js';
import { BlobsRepository, hashChunks } from './blobs.repository.js';
import { BUCKET } from './objects.js';
import { UploadsRepository, isLockTimeout } from './uploads.repository.js';
import type { Tenant } from '@postrider/limits';
import { MeasuredQuota } from '@postrider/limits';

/** Quota for the bytes of an account's attachments, each content counted once. Checked when an upload starts. */
@Injectable()
export class StoredAttachments extends MeasuredQuota {
  constructor(private readonly blobs: BlobsRepository) {
    super('attachment_bytes');
  }

  /** @throws ServiceError `quota_exceeded` */
  admit(tenant: Tenant, bytes: number): void {
    if (bytes > this.remaining(tenant)) throw this.exceeded(tenant);
    this.add(tenant.accountId, bytes);
  }

  protected measure(accountId: string): Promise<number> {
    return this.blobs.countBytes(accountId);
  }
}

/** Memory for uploads to the bucket in one process, shared among accounts like the memory for sending. */
const memoryBytes = 32 * 1024 * 1024;
const maxWaitMs = 5_000;
/** Reserved from the caller's deadline for the commit of the object and for the response. */
const timeToCommitMs = 1_000;
/** Wait between attempts to commit while another replica commits the same content. */
const retryMs = 200;

const storageUnavailable = 'Large attachments cannot be stored at the moment';

/** Turns uploads into blobs, in PostgreSQL or in the bucket. A returned blob is stored durably. */
@Injectable()
export class UploadsService {
  private readonly logger = new Logger(UploadsService.name);
  private readonly memory = new FairQueue({ capacity: memoryBytes, share: 2 });
  /** Commits of the same content block each other in the database, so only one at a time uses a connection. */
  private readonly commits = new FairQueue({ maxPerKey: 1 });

  constructor(
    private readonly blobs: BlobsRepository,
    private readonly uploads: UploadsRepository,
    @Inject(BUCKET) private readonly bucket: Bucket | null,
  ) {}

  /** Called before an upload, so that nothing is sent that cannot be stored. @throws ServiceError `unavailable` */
  admit(bytes: number): void {
    if (this.bucket?.accepts(bytes) && this.bucket.isPaused)
      throw unavailable(storageUnavailable, 'attachments_not_stored');
  }

  usesBucket(bytes: number): boolean {
    return this.bucket?.accepts(bytes) === true;
  }

  /** The id of the blob with this content. @throws ServiceError `invalid_request` when `data` is not that content */
  async store(context: RequestContext, blobId: string, content: BlobContent, data: Buffer): Promise<string> {
    if (data.length !== content.bytes || !(await hashChunks([data])).equals(content.sha256)) throw notAnnounced();
    return this.commitSerially(context, content, () => this.uploads.store(context.accountId, blobId, content, data));
  }

  /** The id of the blob with this content. @throws ServiceError `invalid_request` when the chunks do not match it */
  async commit(context: RequestContext, blobId: string, content: BlobContent): Promise<string> {
    const { accountId } = context;
    const stored = this.bucket?.accepts(content.bytes)
      ? await this.storeInBucket(this.bucket, context, blobId, content)
      : await this.commitSerially(context, content, () => this.uploads.commit(accountId, blobId, content));
    // Without chunks, an earlier commit stored the content and its response was lost.
    const id = stored ?? (await this.blobs.find(accountId, content));
    if (id === undefined) throw notAnnounced();
    return id;
  }

  private async commitSerially<Result>(
    { accountId, deadline }: RequestContext,
    { sha256 }: BlobContent,
    commit: () => Promise<Result>,
  ): Promise<Result> {
    const key = `${accountId} ${sha256.toString('hex')}`;
    try {
      return await this.commits.run(
        async () => {
          for (;;) {
            try {
              return await commit();
            } catch (error) {
              if (!isLockTimeout(error) || Date.now() + retryMs > deadline) throw error;
              await sleep(retryMs);
            }
          }
        },
        { key, timeoutMs: Math.max(0, deadline - Date.now()) },
      );
    } catch (error) {
      throw error instanceof QueueTimeout ? unavailable(storageUnavailable, 'attachments_not_stored') : error;
    }
  }

  private async storeInBucket(
    bucket: Bucket,
    context: RequestContext,
    blobId: string,
    content: BlobContent,
  ): Promise<string | undefined> {
    const { accountId, deadline } = context;
    if ((await this.uploads.bytesOfChunks(accountId, blobId)) !== content.bytes) return undefined;
    const release = await this.memory
      .acquire({ key: accountId, amount: content.bytes, timeoutMs: Math.min(msUntil(deadline), maxWaitMs) })
      .catch(() => {
        throw unavailable('Too many attachments are being uploaded', 'attachments_not_stored');
      });
    try {
      const file = await this.read(accountId, blobId, content);
      if (!file) return undefined;
      const until = await this.uploads.announceObject(accountId, blobId);
      const ms = msUntil(deadline);
      if (until === undefined || ms === 0) throw unavailable(storageUnavailable, 'attachments_not_stored');
      await bucket.put(accountId, blobId, file, content.sha256, ms);
      const commit = () => this.uploads.commitObject(accountId, blobId, content, until);
      return (await this.commitSerially(context, content, commit)) ?? notStored();
    } catch (error) {
      if (!(error instanceof BucketUnavailable)) throw error;
      this.logger.warn({ err: error }, 'an attachment could not be stored');
      throw unavailable(storageUnavailable, 'attachments_not_stored');
    } finally {
      release();
    }
  }

  /** Undefined when it is not the announced content. */
  private async read(accountId: string, blobId: string, { sha256, bytes }: BlobContent): Promise<Buffer | undefined> {
    const file = Buffer.allocUnsafe(bytes);
    let read = 0;
    for (let position = -1; read < bytes;) {
      const chunks = await this.uploads.chunksAfter(accountId, blobId, position);
      const last = chunks.at(-1);
      if (!last || read + chunks.reduce((sum, { data }) => sum + data.length, 0) > bytes) return undefined;
      for (const { data } of chunks) read += data.copy(file, read);
      ({ position } = last);
    }
    return (await hashChunks([file])).equals(sha256) ? file : undefined;
  }
}

const notAnnounced = (): ServiceError =>
  new ServiceError('invalid_request', 'The uploaded chunks do not match the announced size and hash');

const msUntil = (deadline: number): number => Math.max(0, deadline - timeToCommitMs - Date.now());

function notStored(): never {
  throw unavailable(storageUnavailable, 'attachments_not_stored');
}
