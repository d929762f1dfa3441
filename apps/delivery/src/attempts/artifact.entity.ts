import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The compiled content of emails without a template, stored once however often it is sent. */
@Entity('artifacts')
export class ArtifactEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  /** From a hash of the content. */
  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  /** See `packJson`. */
  @Column('bytea')
  content!: Buffer;

  /** When a message last referred to it, to the day. */
  @Column('timestamptz', { name: 'used_at', default: () => 'now()' })
  usedAt!: Date;
}
