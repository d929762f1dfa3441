import { Column, Entity, PrimaryColumn } from 'typeorm';

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
