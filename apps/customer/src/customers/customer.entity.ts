import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A recipient of an account, keyed by the normalized address (docs/reference/customers.md). */
@Entity('customers')
export class CustomerEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text')
  email!: string;

  /** Domain of the address; set by a trigger. */
  @Column({ type: 'text', collation: 'C', default: '' })
  domain!: string;

  @Column('jsonb', { default: {} })
  data!: Record<string, unknown>;

  /** The original text of numbers in `data` that JavaScript would print differently, by attribute. */
  @Column('jsonb', { name: 'number_texts', default: {} })
  numberTexts!: object;

  @Column('text', { nullable: true })
  locale!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'modified_at', default: () => 'now()' })
  modifiedAt!: Date;
}
