import { Column, Entity, PrimaryColumn } from 'typeorm';

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
