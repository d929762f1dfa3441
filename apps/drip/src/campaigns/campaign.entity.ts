import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * One email of a campaign; its delay counts from the step before it, the first one's from activation
 * (docs/reference/drip-campaigns.md).
 */
@Entity('steps')
export class StepEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column({ type: 'text', name: 'campaign_id', collation: 'C' })
  campaignId!: string;

  @Column('smallint')
  position!: number;

  @Column('text', { name: 'template_id' })
  templateId!: string;

  /** As it was when the campaign was saved: what logs show until the mail is due. */
  @Column('text', { name: 'template_name', default: '' })
  templateName!: string;

  @Column('bigint', { name: 'delay_seconds' })
  delaySeconds!: string;
}

/** A sequence of delayed emails (docs/reference/drip-campaigns.md). */
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

  /** Whether delivery has confirmed what mails that wait were last told; else it is told again by the next call. */
  @Column('boolean', { default: true })
  confirmed!: boolean;

  /** The steps of which it has not confirmed that they were removed. */
  @Column('text', { name: 'unconfirmed_step_ids', array: true, default: [] })
  unconfirmedStepIds!: string[];

  /** Nobody sees it any more; its members are on their way out. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}
