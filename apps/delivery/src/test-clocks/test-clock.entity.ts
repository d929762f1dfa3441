import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A clock for the test email of some recipients, ahead of the real time (docs/guides/test-clocks.md). */
@Entity('test_clocks')
export class TestClockEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text')
  name!: string;

  @Column('text', { array: true })
  recipients!: string[];

  /** In the form of `addressKey`. */
  @Column('text', { name: 'recipient_keys', array: true })
  recipientKeys!: string[];

  @Column('double precision', { name: 'ahead_seconds', default: 0 })
  aheadSeconds!: number;

  /** The newest log that `advance` has reported as due at once. */
  @Column({ type: 'text', name: 'seen_log_id', collation: 'C' })
  seenLogId!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
