import { Injectable } from '@nestjs/common';
import { TenantPool } from '@postrider/service';
import type { BlobChunk, BlobContent } from './blobs.repository.js';
import { uploadHours } from './blobs.repository.js';

/**
 * Another replica may commit the same content. The wait for its lock is short because the transaction holds a
 * connection.
 */
const lockTimeoutMs = 200;
const limits = `limits as (select set_config('lock_timeout', '${lockTimeoutMs}', true))`;

/**
 * Turns chunks into a blob if they match the announced hash. If the same content is already stored, that blob is kept
 * and the new chunks are deleted.
 */
const commitStatement = `
with ${limits}, content as (
  select coalesce(sum(octet_length(data)), 0) as bytes, sha256(coalesce(string_agg(data, ''::bytea order by position), ''::bytea)) as sha256
  from blob_chunks where account_id = $1 and blob_id = $2
), stored as (
  insert into blobs (account_id, id, sha256, bytes, needed_until)
  select $1, $2, sha256, bytes, now() + make_interval(hours => ${uploadHours}) from content, limits where sha256 = $3 and bytes = $4::int
  on conflict (account_id, sha256) do update set needed_until = greatest(blobs.needed_until, excluded.needed_until)
  returning id
), kept as (
  update blob_chunks set pending_since = null from stored where account_id = $1 and blob_id = $2 and stored.id = $2
), duplicates as (
  delete from blob_chunks using stored where account_id = $1 and blob_id = $2 and stored.id <> $2
)
select id from stored`;

/** Stores a content of one chunk, unless the account has it. */
const storeStatement = `
with ${limits}, stored as (
  insert into blobs (account_id, id, sha256, bytes, needed_until)
  select $1, $2, $3, $4::int, now() + make_interval(hours => ${uploadHours}) from limits
  on conflict (account_id, sha256) do update set needed_until = greatest(blobs.needed_until, excluded.needed_until)
  returning id
), chunk as (
  insert into blob_chunks (account_id, blob_id, position, data, pending_since) select $1, id, 0, $5, null from stored where id = $2
)
select id from stored`;

/** How long an upload to the bucket may take; far more than a request needs. */
const objectHours = 1;

/**
 * Turns an object into a blob and deletes its chunks. If the same content is already stored, that blob is kept and the
 * new object is removed. Does nothing when the announced removal has started meanwhile.
 */
const commitObjectStatement = `
with ${limits}, announced as (
  select from object_removals, limits where account_id = $1 and blob_id = $2 and due_at = $5::timestamptz for update of object_removals
), stored as (
  insert into blobs (account_id, id, sha256, bytes, needed_until, in_bucket)
  select $1, $2, $3::bytea, $4::int, now() + make_interval(hours => ${uploadHours}), true from announced
  on conflict (account_id, sha256) do update set needed_until = greatest(blobs.needed_until, excluded.needed_until)
  returning id
), kept as (
  delete from object_removals using stored where account_id = $1 and blob_id = $2 and stored.id = $2
), duplicates as (
  update object_removals set due_at = now() from stored where account_id = $1 and blob_id = $2 and stored.id <> $2
), chunks as (
  delete from blob_chunks using stored where account_id = $1 and blob_id = $2
)
select id from stored`;

/** SQLSTATE 55P03, lock_not_available. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: unknown }).code === '55P03';

@Injectable()
export class UploadsRepository {
  constructor(private readonly tenantPool: TenantPool) {}

  /** A committed blob takes no more chunks. */
  async putChunk(accountId: string, blobId: string, position: number, data: Buffer): Promise<void> {
    await this.tenantPool.query(accountId, {
      name: 'put-blob-chunk',
      text: `insert into blob_chunks (account_id, blob_id, position, data) select $1, $2, $3, $4
             where not exists (select from blobs where account_id = $1 and id = $2) on conflict do nothing`,
      values: [accountId, blobId, position, data],
    });
  }

  /** The id of the blob with this content. */
  async store(accountId: string, blobId: string, { sha256, bytes }: BlobContent, data: Buffer): Promise<string> {
    const { rows } = await this.tenantPool.query<{ id: string }>(accountId, {
      name: 'store-blob',
      text: storeStatement,
      values: [accountId, blobId, sha256, bytes, data],
    });
    return rows[0]!.id;
  }

  /** The id of the blob with this content; undefined when the chunks do not match it. */
  async commit(accountId: string, blobId: string, { sha256, bytes }: BlobContent): Promise<string | undefined> {
    const { rows } = await this.tenantPool.query<{ id: string }>(accountId, {
      name: 'commit-blob',
      text: commitStatement,
      values: [accountId, blobId, sha256, bytes],
    });
    return rows[0]?.id;
  }

  /** Total size of the chunks uploaded under this id. */
  async bytesOfChunks(accountId: string, blobId: string): Promise<number> {
    const { rows } = await this.tenantPool.query<{ bytes: number }>(accountId, {
      name: 'bytes-of-upload',
      text: `select coalesce(sum(octet_length(data)), 0)::int as bytes from blob_chunks
             where account_id = $1 and blob_id = $2 and pending_since is not null`,
      values: [accountId, blobId],
    });
    return rows[0]?.bytes ?? 0;
  }

  /** The next chunks after `position`, usually a megabyte. */
  async chunksAfter(accountId: string, blobId: string, position: number): Promise<BlobChunk[]> {
    const { rows } = await this.tenantPool.query<BlobChunk>(accountId, {
      name: 'chunks-of-upload',
      text: `select position, data from blob_chunks where account_id = $1 and blob_id = $2 and position > $3 and pending_since is not null
             order by position limit 8`,
      values: [accountId, blobId, position],
    });
    return rows;
  }

  /**
   * Schedules the removal of an object before it is stored, in case the upload fails.
   * Returns the time of the removal, or undefined when the object was announced before.
   */
  async announceObject(accountId: string, blobId: string): Promise<string | undefined> {
    const { rows } = await this.tenantPool.query<{ until: string }>(accountId, {
      name: 'announce-object',
      text: `insert into object_removals (account_id, blob_id, due_at) values ($1, $2, now() + make_interval(hours => ${objectHours}))
             on conflict do nothing returning due_at::text as until`,
      values: [accountId, blobId],
    });
    return rows[0]?.until;
  }

  /** The id of the blob with this content; undefined when the upload took too long. */
  async commitObject(
    accountId: string,
    blobId: string,
    { sha256, bytes }: BlobContent,
    until: string,
  ): Promise<string | undefined> {
    const { rows } = await this.tenantPool.query<{ id: string }>(accountId, {
      name: 'commit-object',
      text: commitObjectStatement,
      values: [accountId, blobId, sha256, bytes, until],
    });
    return rows[0]?.id;
  }
}
