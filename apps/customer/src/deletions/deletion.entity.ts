import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A deletion of a customer, so that events of earlier emails do not create it again. Stores only a hash of the address.
 */
@Entity('deletions')
export class DeletionEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('bytea', { name: 'key_hash' })
  keyHash!: Buffer;

  /** Unix seconds, of the latest deletion. */
  @Column('bigint', { name: 'deleted_at' })
  deletedAt!: string;
}
