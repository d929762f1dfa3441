import type { SuppressionReason } from '@postrider/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Why mail to an address is not sent; an address may have one for each reason. It is found by its hash, with and without the address itself. */
@Entity('suppressions')
export class SuppressionEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('bytea', { name: 'address_hash' })
  addressHash!: Buffer;

  @PrimaryColumn('text')
  reason!: SuppressionReason;

  /** As `addressKey` spells it; null once its owner was erased. */
  @Column('text', { nullable: true })
  address!: string | null;

  /** What the receiver, the provider or whoever added it said. */
  @Column('text')
  note!: string;

  /** The mail it came of. */
  @Column({ type: 'text', name: 'log_id', nullable: true, collation: 'C' })
  logId!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** The order in which they are listed. */
  @Column('bigint', { generated: 'increment' })
  seq!: string;
}
