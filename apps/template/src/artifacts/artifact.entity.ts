import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The compiled form of a version's content. Immutable, because accepted email refers to it after the version has
 * changed.
 */
@Entity('artifacts')
export class ArtifactEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('json')
  content!: Record<string, unknown>;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** When the retention job found that no version refers to it. */
  @Column('timestamptz', { name: 'unused_since', nullable: true })
  unusedSince!: Date | null;
}
