import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the drip service last said about a campaign, a step or a membership; what it never spoke of is running. */
@Entity('drip_orders')
export class DripOrderEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  /** Of the campaign, the step or the membership. */
  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  /** The campaign itself, or that of the step; none for a membership. */
  @Column({ type: 'text', name: 'campaign_id', collation: 'C', nullable: true })
  campaignId!: string | null;

  @Column('text')
  state!: 'running' | 'paused' | 'ended';

  @Column('bigint', { default: 0 })
  revision!: string;

  @Column('timestamptz', { name: 'changed_at', default: () => 'now()' })
  changedAt!: Date;

  /** Whether all mails it is about have been cancelled or queued again; `settledTo`: how far that has come. */
  @Column('boolean', { default: false })
  settled!: boolean;

  @Column({ type: 'text', name: 'settled_to', collation: 'C', default: '' })
  settledTo!: string;
}
