import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A comment on a version, which is deleted with it. */
@Entity('version_comments')
export class CommentEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'version_id', collation: 'C' })
  versionId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  /** The id of the user or API key, as of the author of a version. */
  @Column('text', { name: 'created_by', nullable: true })
  createdBy!: string | null;

  @Column('text')
  text!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
