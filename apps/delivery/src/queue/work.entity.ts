import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A message that is to be sent, now or later. Gone when the message has reached its end. */
@Entity('work')
export class WorkEntity {
  @PrimaryColumn('text', { name: 'message_id', collation: 'C' })
  messageId!: string;

  @Column('text', { name: 'account_id' })
  accountId!: string;

  /** Where it queues: its ESP account, or its account's share of the built-in one or of test keys (`laneOf`). */
  @Column('text')
  lane!: string;

  /** When to send it; while it is leased, when the lease ends. */
  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;

  @Column('uuid', { name: 'lease_token', nullable: true })
  leaseToken!: string | null;

  @Column('smallint', { default: 1 })
  attempt!: number;

  /** A process died while it owned the message: the ESP may have it. */
  @Column('boolean', { default: false })
  ambiguous!: boolean;

  /** The last attempt failed for a reason of the ESP account's own: its fallback may take the message at once. */
  @Column('boolean', { name: 'account_failed', default: false })
  accountFailed!: boolean;

  /** How often in a row it could not even be put before an ESP. */
  @Column('smallint', { default: 0 })
  waits!: number;
}
