import type { TrackingChoice } from '@postrider/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A template: a name, up to three tags, and one or more locales with versions. */
@Entity('templates')
export class TemplateEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text')
  name!: string;

  @Column('text', { array: true, default: [] })
  tags!: string[];

  /** Null: the account's setting applies. */
  @Column('jsonb', { nullable: true })
  tracking!: TrackingChoice | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
