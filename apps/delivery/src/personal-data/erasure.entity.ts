import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An erasure in progress; the row is deleted when it is complete. */
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

  /** Email accepted before this time is erased. */
  @Column('timestamptz', { name: 'erased_at' })
  erasedAt!: Date;

  /** From this time on, no more email arrives that was accepted before `erasedAt`. */
  @Column('timestamptz', { name: 'settles_at', default: () => "(now() + '00:01:00')" })
  settlesAt!: Date;

  /** When to process it next. */
  @Column('timestamptz', { name: 'look_at', default: () => 'now()' })
  lookAt!: Date;

  /** Of the request for the erasure. */
  @Column('text', { name: 'request_id' })
  requestId!: string;
}
