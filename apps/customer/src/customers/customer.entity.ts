import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Somebody an account sends to; the address as `addressKey` spells it is the key (docs/reference/customers.md). */
@Entity('customers')
export class CustomerEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text')
  email!: string;

  /** Of the address; the database sees to it. */
  @Column({ type: 'text', collation: 'C', default: '' })
  domain!: string;

  @Column('jsonb', { default: {} })
  data!: Record<string, unknown>;

  /** Of the numbers in `data` that have one, by attribute. */
  @Column('jsonb', { name: 'number_texts', default: {} })
  numberTexts!: object;

  @Column('text', { nullable: true })
  locale!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'modified_at', default: () => 'now()' })
  modifiedAt!: Date;
}
