import type { Catalogue } from '@postrider/rendering';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A locale of a template. Exactly one locale of each template is its default. */
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

  /** The uploaded translations; they apply whenever a version is compiled. */
  @Column('json', { nullable: true })
  catalogue!: Catalogue | null;

  /** The number of its newest version. */
  @Column('integer', { name: 'last_number', default: 0 })
  lastNumber!: number;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;
}

export type LocaleKey = Pick<LocaleEntity, 'accountId' | 'templateId' | 'locale'>;
