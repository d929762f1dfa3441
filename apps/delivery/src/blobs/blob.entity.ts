import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An object of the bucket that no blob has: it is about to be stored, or not needed any more. Removed when it is due. */
@Entity('object_removals')
export class ObjectRemovalEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'blob_id', collation: 'C' })
  blobId!: string;

  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;
}

/** A part of a blob, as it came over the broker. */
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

  /** When it was put; null once its blob is committed. */
  @Column('timestamptz', { name: 'pending_since', nullable: true, default: () => 'now()' })
  pendingSince!: Date | null;
}

/** One content that messages of an account refer to, stored once however often it is sent. */
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

  /** No message needs it after this time; then it is collected. */
  @Column('timestamptz', { name: 'needed_until' })
  neededUntil!: Date;

  /** Its content is an object of the bucket; else it is in chunks. */
  @Column('boolean', { name: 'in_bucket', default: false })
  inBucket!: boolean;
}
