import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * An object in the bucket without a blob: an upload in progress, or content no longer needed. It is removed at
 * `due_at`.
 */
@Entity('object_removals')
export class ObjectRemovalEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'blob_id', collation: 'C' })
  blobId!: string;

  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;
}

/** A part of a blob, in the size in which it came over the broker. */
@Entity('blob_chunks')
export class BlobChunkEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'blob_id', collation: 'C' })
  blobId!: string;

  @PrimaryColumn('smallint')
  position!: number;

  @Column('bytea')
  data!: Buffer;

  /** Time of the upload; null once its blob is committed. */
  @Column('timestamptz', { name: 'pending_since', nullable: true, default: () => 'now()' })
  pendingSince!: Date | null;
}

/** Content that messages of an account refer to, stored once however often it is sent. */
@Entity('blobs')
export class BlobEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('bytea')
  sha256!: Buffer;

  @Column('int')
  bytes!: number;

  /** No message needs it after this time; then it is deleted. */
  @Column('timestamptz', { name: 'needed_until' })
  neededUntil!: Date;

  /** The content is an object in the bucket rather than in `blob_chunks`. */
  @Column('boolean', { name: 'in_bucket', default: false })
  inBucket!: boolean;
}
