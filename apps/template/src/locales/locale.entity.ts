import type { Catalogue } from '@postrider/rendering';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One language of a template. Exactly one locale of every template is its default. */
@Entity('locales')
export class LocaleEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'template_id', collation: 'C' })
  templateId!: string;

  @PrimaryColumn('text')
  locale!: string;

  @Column('boolean', { name: 'is_default' })
  isDefault!: boolean;

  /** The translations uploaded for it; every compile of its versions uses them. */
  @Column('json', { nullable: true })
  catalogue!: Catalogue | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;
}

/** Which locale of which template: where versions live. */
export type LocaleKey = Pick<LocaleEntity, 'accountId' | 'templateId' | 'locale'>;
