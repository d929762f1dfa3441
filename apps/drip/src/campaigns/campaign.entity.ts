import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * One email of a campaign (docs/reference/drip-campaigns.md). Its delay counts from the previous step, that of the
 * first step from activation.
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

  /** The template's name when the campaign was saved. Logs show it until the email is due. */
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

  /** Incremented by every change, so that delivery can ignore an older change that arrives after a newer one. */
  @Column('bigint', { default: 1 })
  revision!: string;

  /** Whether delivery has confirmed the latest change for waiting emails. If not, the next update sends it again. */
  @Column('boolean', { default: true })
  confirmed!: boolean;

  /** The removed steps that delivery has not confirmed yet. */
  @Column('text', { name: 'unconfirmed_step_ids', array: true, default: [] })
  unconfirmedStepIds!: string[];

  /** Set when the campaign is deleted: it is hidden, and its members are removed in batches. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}
