import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A text that templates include by name. A change applies to all templates that use it. */
@Entity('snippets')
export class SnippetEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  /** Unique in the account. */
  @Column('text')
  name!: string;

  @Column('text')
  body!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'modified_at', default: () => 'now()' })
  modifiedAt!: Date;
}
