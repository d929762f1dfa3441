import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the drip service last said about a campaign, a step or a membership; what it never spoke of is running. */
@Entity('drip_orders')
export class CampaignStateEntity {
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

/**
 * Which message is the mail of a membership's step: the one there ever is. Kept for a while after the mail's end, so that
 * no repetition makes a second one (docs/drips.md#guarantees).
 */
@Entity('drip_mails')
export class DripMailEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'membership_id', collation: 'C' })
  membershipId!: string;

  @PrimaryColumn('text', { name: 'step_id', collation: 'C' })
  stepId!: string;

  @Column({ type: 'text', name: 'campaign_id', collation: 'C' })
  campaignId!: string;

  @Column({ type: 'text', name: 'message_id', collation: 'C' })
  messageId!: string;

  /** `waiting`; `held`: due, and its campaign is paused or ended; `cancelled`: it never goes out. */
  @Column('text', { default: 'waiting' })
  state!: 'waiting' | 'held' | 'cancelled';

  /** The lease under which it was last given to a provider: while it is the message's present one, the mail is on its way. */
  @Column('uuid', { nullable: true })
  handed!: string | null;

  @Column('timestamptz', { name: 'keep_until' })
  keepUntil!: Date;
}
