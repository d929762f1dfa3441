import type { SuppressionReason } from '@postrider/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A reason not to send email to an address; an address may have one entry per reason. The hash is kept when the address
 * is erased.
 */
@Entity('suppressions')
export class SuppressionEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('bytea', { name: 'address_hash' })
  addressHash!: Buffer;

  @PrimaryColumn('text')
  reason!: SuppressionReason;

  /** Normalized by `addressKey`; null after its owner was erased. */
  @Column('text', { nullable: true })
  address!: string | null;

  /** Text of the receiver, the provider or the user who added it. */
  @Column('text')
  note!: string;

  /** The email that caused it. */
  @Column({ type: 'text', name: 'log_id', nullable: true, collation: 'C' })
  logId!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** Order of the list. */
  @Column('bigint', { generated: 'increment' })
  seq!: string;
}
