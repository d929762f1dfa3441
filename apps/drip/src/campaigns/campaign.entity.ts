import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sequence of delayed emails (docs/api.md#drip-campaigns). */
@Entity('campaigns')
export class CampaignEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text')
  name!: string;

  @Column('boolean', { default: false })
  enabled!: boolean;

  @Column('text', { name: 'trigger_template_id', nullable: true })
  triggerTemplateId!: string | null;

  /** Raised by every change, so that of two that are told in the wrong order the later one counts. */
  @Column('bigint', { default: 1 })
  revision!: string;

  /** Nobody sees it any more; its members are on their way out. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}
