import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Somebody whose logs are being erased; gone when they are. */
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

  /** What was accepted before is erased. */
  @Column('timestamptz', { name: 'erased_at' })
  erasedAt!: Date;

  /** From then on nothing arrives any more that was accepted before. */
  @Column('timestamptz', { name: 'settles_at', default: () => "(now() + '00:01:00')" })
  settlesAt!: Date;

  /** When there is something to do about it. */
  @Column('timestamptz', { name: 'look_at', default: () => 'now()' })
  lookAt!: Date;

  /** Of whoever asked for it. */
  @Column('text', { name: 'request_id' })
  requestId!: string;
}
