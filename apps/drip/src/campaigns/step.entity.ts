import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * One email of a campaign; its delay counts from the step before it, the first one's from activation
 * (docs/api.md#drip-campaigns).
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
