import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The compiled form of a version's content. Never changed: accepted mail refers to it long after the version got another. */
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

  /** Since when no version refers to it, as the retention job found. */
  @Column('timestamptz', { name: 'unused_since', nullable: true })
  unusedSince!: Date | null;
}
