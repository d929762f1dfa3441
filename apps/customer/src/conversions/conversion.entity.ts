import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A conversion of a customer, such as a purchase (docs/reference/customers.md, beta). */
@Entity('conversions')
export class ConversionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('text', { name: 'account_id' })
  accountId!: string;

  @Column('text')
  email!: string;

  /** Cents. */
  @Column('bigint', { nullable: true })
  revenue!: string | null;

  @Column('timestamptz', { name: 'converted_at', default: () => 'now()' })
  convertedAt!: Date;
}
