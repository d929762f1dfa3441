import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last state that the drip service set for a campaign, a step or a membership; those without a row are running. */
@Entity('drip_orders')
export class CampaignStateEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  /** Id of the campaign, the step or the membership. */
  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  /** The campaign itself, or the campaign of the step; null for a membership. */
  @Column({ type: 'text', name: 'campaign_id', collation: 'C', nullable: true })
  campaignId!: string | null;

  @Column('text')
  state!: 'running' | 'paused' | 'ended';

  @Column('bigint', { default: 0 })
  revision!: string;

  @Column('timestamptz', { name: 'changed_at', default: () => 'now()' })
  changedAt!: Date;

  /** Whether all its emails have been cancelled or queued again. `settledTo`: the last message processed so far. */
  @Column('boolean', { default: false })
  settled!: boolean;

  @Column({ type: 'text', name: 'settled_to', collation: 'C', default: '' })
  settledTo!: string;
}

/**
 * The message of a membership's step; there is never more than one. Kept for some time after the email is final, so
 * that redelivered requests do not create a second one (docs/drips.md#guarantees).
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

  /** `held`: due, but its campaign is paused or ended. `cancelled`: it will not be sent. */
  @Column('text', { default: 'waiting' })
  state!: 'waiting' | 'held' | 'cancelled';

  /** The lease under which it was last given to a provider. While that is the current lease, the email is in flight. */
  @Column('uuid', { nullable: true })
  handed!: string | null;

  @Column('timestamptz', { name: 'keep_until' })
  keepUntil!: Date;
}
