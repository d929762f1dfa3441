import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The attempts through an ESP account that ended in an hour. */
@Entity('esp_account_hours')
export class EspAccountHourEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'esp_account_id', collation: 'C' })
  espAccountId!: string;

  @PrimaryColumn('timestamptz', { name: 'begins_at' })
  startsAt!: Date;

  @Column('integer')
  attempts!: number;

  /** Those that failed because of the ESP account, as the circuit breaker counts them. */
  @Column('integer')
  failed!: number;
}
