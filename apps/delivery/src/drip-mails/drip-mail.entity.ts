import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Which message is the mail of a membership's step: the one there ever is. Kept for a while after the mail's end, so that
 * no repetition makes a second one (docs/drips.md#what-is-promised).
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
