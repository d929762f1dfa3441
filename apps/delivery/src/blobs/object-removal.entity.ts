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
