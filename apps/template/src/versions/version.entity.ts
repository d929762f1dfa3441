import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A version includes a snippet, itself or through another snippet. */
@Entity('snippet_uses')
export class SnippetUseEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'version_id', collation: 'C' })
  versionId!: string;

  @PrimaryColumn('text', { name: 'snippet_id', collation: 'C' })
  snippetId!: string;
}

/** One content of a template's locale, as its author wrote it, with the artifact compiled from it. */
@Entity('versions')
export class VersionEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column({ type: 'text', name: 'template_id', collation: 'C' })
  templateId!: string;

  @Column('text')
  locale!: string;

  @Column('text')
  name!: string;

  @Column('text')
  subject!: string;

  @Column('text', { nullable: true })
  html!: string | null;

  @Column('text', { nullable: true })
  text!: string | null;

  @Column('text', { nullable: true })
  preheader!: string | null;

  @Column('text', { name: 'amp_html', nullable: true })
  ampHtml!: string | null;

  /** Sample data. */
  @Column('json', { name: 'template_data', nullable: true })
  templateData!: object | null;

  /** Of the numbers in the sample data that have one. */
  @Column('json', { name: 'number_texts', nullable: true })
  numberTexts!: object | null;

  /** The language that it is written in. */
  @Column('text', { default: 'mustache' })
  engine!: 'mustache' | 'jinja';

  /** Whether Jinja escapes what it prints into html; null where its author did not say. */
  @Column('boolean', { nullable: true })
  autoescape!: boolean | null;

  /** Null in a draft; else published, and its share of the recipients where several are (an A/B test). */
  @Column('integer', { nullable: true })
  weight!: number | null;

  @Column({ type: 'text', name: 'artifact_id', collation: 'C' })
  artifactId!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;

  /** When its content was last saved; a rebuild after a snippet's edit does not count. */
  @Column('timestamptz', { name: 'modified_at', default: () => 'clock_timestamp()' })
  modifiedAt!: Date;
}
