import type { Receipt } from '@postrider/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The first answer to an Idempotency-Key, committed with the message it answers for. */
@Entity('idempotency')
export class IdempotencyEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'idem_key' })
  key!: string;

  @Column('text', { name: 'request_hash' })
  requestHash!: string;

  @Column('jsonb')
  answer!: Omit<Receipt, 'replayed'>;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
