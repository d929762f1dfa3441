import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Links a version to a snippet that it includes, directly or nested. */
@Entity('snippet_uses')
export class SnippetUseEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'version_id', collation: 'C' })
  versionId!: string;

  @PrimaryColumn('text', { name: 'snippet_id', collation: 'C' })
  snippetId!: string;
}

/** A version of a template's locale: the author's content and the artifact compiled from it. */
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

  /** Counted in each locale and set by a trigger, also for versions that the previous release inserts. */
  @Column('integer')
  number!: number;

  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  note!: string | null;

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

  /** Literals of those numbers in the sample data that JavaScript would print in another form. */
  @Column('json', { name: 'number_texts', nullable: true })
  numberTexts!: object | null;

  /** The template language. */
  @Column('text', { default: 'mustache' })
  engine!: 'mustache' | 'jinja' | 'handlebars';

  /** Whether Jinja escapes output in HTML; null when the author gave no preference. */
  @Column('boolean', { nullable: true })
  autoescape!: boolean | null;

  /** Null for a draft. Otherwise it is published; in an A/B test this is its share of the recipients. */
  @Column('integer', { nullable: true })
  weight!: number | null;

  @Column({ type: 'text', name: 'artifact_id', collation: 'C' })
  artifactId!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;

  /** The id of the user or API key. Their name is not stored here, so that it goes with a removed user. */
  @Column('text', { name: 'created_by', nullable: true })
  createdBy!: string | null;

  /** Who changed the content last; null while it is that of its author. */
  @Column('text', { name: 'modified_by', nullable: true })
  modifiedBy!: string | null;

  /** Of this content: a change of the content removes the approval. */
  @Column('timestamptz', { name: 'approved_at', nullable: true })
  approvedAt!: Date | null;

  @Column('text', { name: 'approved_by', nullable: true })
  approvedBy!: string | null;

  /** When the content was last saved. Recompilation after a snippet's change does not count. */
  @Column('timestamptz', { name: 'modified_at', default: () => 'clock_timestamp()' })
  modifiedAt!: Date;
}
