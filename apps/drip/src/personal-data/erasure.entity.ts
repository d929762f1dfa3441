import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Somebody whose memberships are being erased; gone when they are. */
@Entity('erasures')
export class ErasureEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text', { name: 'recipient_key' })
  recipientKey!: string;

  @Column('text')
  pseudonym!: string;

  /** Memberships with smaller ids: those that began before. */
  @Column({ type: 'text', collation: 'C' })
  before!: string;

  /** When there is something to do about it. */
  @Column('timestamptz', { name: 'look_at', default: () => 'now()' })
  lookAt!: Date;

  /** Of whoever asked for it. */
  @Column('text', { name: 'request_id' })
  requestId!: string;
}
