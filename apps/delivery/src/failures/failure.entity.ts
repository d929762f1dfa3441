import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A message that ended without being sent, until an operator has replayed or dropped it. */
@Entity('failures')
export class FailureEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'message_id', collation: 'C' })
  messageId!: string;

  @Column('text', { name: 'esp_account_id' })
  espAccountId!: string;

  /** `bounced` or `dropped`. */
  @Column('text')
  status!: string;

  /** The provider's code, as in the attempt; null when no provider was called. */
  @Column('text', { nullable: true })
  code!: string | null;

  @Column('text')
  reason!: string;

  @Column('timestamptz', { name: 'failed_at', default: () => 'now()' })
  failedAt!: Date;
}
