import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A message to send, now or later; deleted when the message is final. */
@Entity('work')
export class WorkEntity {
  @PrimaryColumn('text', { name: 'message_id', collation: 'C' })
  messageId!: string;

  @Column('text', { name: 'account_id' })
  accountId!: string;

  /** Its queue: that of its ESP account, or its account's part of the built-in server or of test keys (`toLane`). */
  @Column('text')
  lane!: string;

  /** When to send it; while it is leased, when the lease expires. */
  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;

  @Column('uuid', { name: 'lease_token', nullable: true })
  leaseToken!: string | null;

  @Column('smallint', { default: 1 })
  attempt!: number;

  /** The outcome of an attempt is unknown: the ESP may have the message. */
  @Column('boolean', { default: false })
  ambiguous!: boolean;

  /** The last attempt failed through the fault of the ESP account, so its fallback may send the message immediately. */
  @Column('boolean', { name: 'account_failed', default: false })
  accountFailed!: boolean;

  /** Number of consecutive waits in which a dependency failed before an ESP was called. */
  @Column('smallint', { default: 0 })
  waits!: number;
}
