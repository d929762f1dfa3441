import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An erasure in progress; deleted when it is done. */
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

  /** Upper bound of the membership ids to erase (exclusive). */
  @Column({ type: 'text', collation: 'C' })
  before!: string;

  /** When the next batch is due. */
  @Column('timestamptz', { name: 'look_at', default: () => 'now()' })
  lookAt!: Date;

  /** Id of the request that started the erasure. */
  @Column('text', { name: 'request_id' })
  requestId!: string;
}
