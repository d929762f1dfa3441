import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Sample data for editing and previewing a template. */
@Entity('template_samples')
export class SampleEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column({ type: 'text', name: 'template_id', collation: 'C' })
  templateId!: string;

  @Column('text')
  name!: string;

  @Column('json', { name: 'template_data' })
  templateData!: object;

  /** Literals of those numbers in the data that JavaScript would print in another form. */
  @Column('json', { name: 'number_texts', nullable: true })
  numberTexts!: object | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'modified_at', default: () => 'clock_timestamp()' })
  modifiedAt!: Date;
}
