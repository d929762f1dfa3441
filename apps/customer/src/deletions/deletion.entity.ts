import { Column, Entity, PrimaryColumn } from 'typeorm';

/** That a customer was deleted: what was sent before does not bring it back. The address is there as a hash alone. */
@Entity('deletions')
export class DeletionEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('bytea', { name: 'key_hash' })
  keyHash!: Buffer;

  /** Unix seconds, of the last time. */
  @Column('bigint', { name: 'deleted_at' })
  deletedAt!: string;
}
