import { Entity, PrimaryColumn } from 'typeorm';

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
