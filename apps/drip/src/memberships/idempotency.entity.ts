import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an activation was answered. */
export interface ActivationAnswer {
  readonly drip_campaign: { readonly id: string; readonly name: string };
  readonly recipient_address: string;
  readonly message: string;
}

/** The first answer to an Idempotency-Key, committed with what it answers for. */
@Entity('idempotency')
export class IdempotencyEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'idem_key' })
  key!: string;

  @Column('text', { name: 'request_hash' })
  requestHash!: string;

  @Column('jsonb')
  answer!: ActivationAnswer;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
