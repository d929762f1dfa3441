import { Inject, Injectable } from '@nestjs/common';
import type { AttachmentRef } from '@postrider/contracts';
import { CONFIG, SystemPool, TenantPool } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

interface ObjectRemoval {
  readonly account_id: string;
  readonly blob_id: string;
}

/** Removals taken by a process that dies become available again after this time. */
const leaseMinutes = 10;

/** Objects in the bucket without a blob, of all accounts. */
@Injectable()
export class ObjectRemovalsRepository {
  constructor(private readonly systemPool: SystemPool) {}

  /** Claims at most `limit` due removals for `leaseMinutes`. */
  async claim(limit: number): Promise<readonly ObjectRemoval[]> {
    const { rows } = await this.systemPool.query<ObjectRemoval>({
      name: 'take-object-removals',
      text: `with due as (
               select account_id, blob_id from object_removals where due_at < now() order by due_at limit $1 for update skip locked
             )
             update object_removals set due_at = now() + make_interval(mins => ${leaseMinutes}) from due
             where object_removals.account_id = due.account_id and object_removals.blob_id = due.blob_id
             returning object_removals.account_id, object_removals.blob_id`,
      values: [limit],
    });
    return rows;
  }

  async done(removals: readonly ObjectRemoval[]): Promise<void> {
    await this.systemPool.query({
      name: 'end-object-removals',
      text: `delete from object_removals using unnest($1::text[], $2::text[]) as done (account_id, blob_id)
             where object_removals.account_id = done.account_id and object_removals.blob_id = done.blob_id`,
      values: [removals.map(({ account_id }) => account_id), removals.map(({ blob_id }) => blob_id)],
    });
  }
}

/** Hashing this much takes one or two milliseconds. */
const hashSliceBytes = 512 * 1024;

/** SHA-256; yields to the event loop after every half megabyte. */
export async function hashChunks(chunks: readonly Buffer[]): Promise<Buffer> {
  const hash = createHash('sha256');
  let hashed = 0;
  for (const chunk of chunks)
    for (let start = 0; start < chunk.length; start += hashSliceBytes) {
      const slice = chunk.subarray(start, start + hashSliceBytes);
      if (hashed + slice.length > hashSliceBytes) {
        await yieldToEventLoop();
        hashed = 0;
      }
      hash.update(slice);
      hashed += slice.length;
    }
  return hash.digest();
}

/** Identifies a blob. */
export interface BlobContent {
  readonly sha256: Buffer;
  readonly bytes: number;
}

export interface BlobChunk {
  readonly position: number;
  readonly data: Buffer;
}

/** Content that was uploaded or found is kept for at least a day; acceptance follows within seconds. */
export const uploadHours = 24;
/**
 * `needed_until` may lag by this much, so that content in constant use is updated once an hour and not with every
 * message.
 */
export const slackHours = 1;

@Injectable()
export class BlobsRepository {
  constructor(
    private readonly tenantPool: TenantPool,
    @Inject(CONFIG) private readonly config: DeliveryConfig,
  ) {}

  /** The id of this content, which stays stored for at least `uploadHours`. */
  async find(accountId: string, { sha256, bytes }: BlobContent): Promise<string | undefined> {
    const {
      rows: [safe],
    } = await this.tenantPool.query<{ id: string }>(accountId, {
      name: 'find-blob',
      text: `select id from blobs where account_id = $1 and sha256 = $2 and bytes = $3 and needed_until > now() + make_interval(hours => ${slackHours})`,
      values: [accountId, sha256, bytes],
    });
    if (safe) return safe.id;
    const {
      rows: [extended],
    } = await this.tenantPool.query<{ id: string }>(accountId, {
      name: 'extend-found-blob',
      text: `update blobs set needed_until = greatest(needed_until, now() + make_interval(hours => ${uploadHours}))
             where account_id = $1 and sha256 = $2 and bytes = $3 returning id`,
      values: [accountId, sha256, bytes],
    });
    return extended?.id;
  }

  /**
   * Keeps attachments until ATTACHMENT_RETENTION_DAYS after `sendAt` (Unix seconds; absent: now). False when one is not
   * stored. Called before the message is committed, so that accepted messages always have their attachments.
   */
  async keep(accountId: string, attachments: readonly AttachmentRef[], sendAt?: number): Promise<boolean> {
    if (attachments.length === 0) return true;
    const ids = [...new Set(attachments.map(({ blob_id }) => blob_id))];
    const values = [accountId, ids, sendAt ?? null, this.config.ATTACHMENT_RETENTION_DAYS];
    const until = 'greatest(now(), to_timestamp($3::float8)) + make_interval(days => $4::int)';
    const { rowCount: safe } = await this.tenantPool.query(accountId, {
      name: 'blobs-kept-already',
      text: `select from blobs where account_id = $1 and id = any($2::text[]) and needed_until > ${until} - make_interval(hours => ${slackHours})`,
      values,
    });
    if (safe === ids.length) return true;
    const { rowCount: kept } = await this.tenantPool.query(accountId, {
      name: 'keep-blobs',
      // Rows are locked in one order, so that messages with the same attachments cannot deadlock.
      text: `with needed as (select id from blobs where account_id = $1 and id = any($2::text[]) order by id for update)
             update blobs set needed_until = greatest(needed_until, ${until}) from needed where account_id = $1 and blobs.id = needed.id`,
      values,
    });
    return kept === ids.length;
  }

  /** The contents by blob id, in one query. Blobs that are missing, corrupt or in the bucket are omitted. */
  async read(accountId: string, blobIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const { rows } = await this.tenantPool.query<{ id: string; sha256: Buffer; chunk: Buffer | null }>(accountId, {
      name: 'read-blobs',
      text: `select id, sha256, data as chunk from blobs left join blob_chunks on blob_chunks.account_id = blobs.account_id and blob_id = id and pending_since is null
             where blobs.account_id = $1 and id = any($2::text[]) order by id, position`,
      values: [accountId, blobIds],
    });
    const stored = new Map<string, { sha256: Buffer; chunks: Buffer[] }>();
    for (const { id, sha256, chunk } of rows) {
      const blob = stored.get(id) ?? { sha256, chunks: [] };
      if (chunk) blob.chunks.push(chunk);
      stored.set(id, blob);
    }
    const contents = new Map<string, Buffer>();
    for (const [id, { sha256, chunks }] of stored) {
      if ((await hashChunks(chunks)).equals(sha256)) contents.set(id, Buffer.concat(chunks));
    }
    return contents;
  }

  /** The blobs whose chunks are complete by size, by blob id. The hash is verified when they are read. */
  async findComplete(accountId: string, blobIds: readonly string[]): Promise<ReadonlyMap<string, BlobContent>> {
    const { rows } = await this.tenantPool.query<BlobContent & { id: string }>(accountId, {
      name: 'find-whole-blobs',
      text: `select id, sha256, bytes from blobs where account_id = $1 and id = any($2::text[]) and bytes = (
               select coalesce(sum(octet_length(data)), 0) from blob_chunks where account_id = $1 and blob_id = id and pending_since is null
             )`,
      values: [accountId, blobIds],
    });
    return new Map(rows.map(({ id, sha256, bytes }) => [id, { sha256, bytes }]));
  }

  /** The chunk of a blob that follows the one at `position`. */
  async chunkAfter(accountId: string, blobId: string, position: number): Promise<BlobChunk | undefined> {
    const { rows } = await this.tenantPool.query<BlobChunk>(accountId, {
      name: 'blob-chunk-after',
      text: `select position, data from blob_chunks where account_id = $1 and blob_id = $2 and position > $3 and pending_since is null
             order by position limit 1`,
      values: [accountId, blobId, position],
    });
    return rows[0];
  }

  /** The blobs whose content is in the bucket, by blob id. */
  async findInBucket(accountId: string, blobIds: readonly string[]): Promise<ReadonlyMap<string, BlobContent>> {
    const { rows } = await this.tenantPool.query<BlobContent & { id: string }>(accountId, {
      name: 'find-blobs-in-bucket',
      text: 'select id, sha256, bytes from blobs where account_id = $1 and id = any($2::text[]) and in_bucket',
      values: [accountId, blobIds],
    });
    return new Map(rows.map(({ id, sha256, bytes }) => [id, { sha256, bytes }]));
  }

  /** Total size of the account's blobs. */
  async countBytes(accountId: string): Promise<number> {
    const { rows } = await this.tenantPool.query<{ bytes: string }>(accountId, {
      name: 'bytes-of-blobs',
      text: 'select coalesce(sum(bytes), 0) as bytes from blobs where account_id = $1',
      values: [accountId],
    });
    return Number(rows[0]?.bytes ?? 0);
  }
}
