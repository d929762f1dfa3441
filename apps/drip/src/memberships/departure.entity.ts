import { Column, Entity, PrimaryColumn } from 'typeorm';

/** That an address was taken out of a campaign, or of all: what was sent to it before does not put it in again. */
@Entity('departures')
export class DepartureEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  /** As of memberships. */
  @PrimaryColumn('text', { name: 'recipient_key' })
  recipientKey!: string;

  /** Empty: all campaigns. */
  @PrimaryColumn('text', { name: 'campaign_id', collation: 'C' })
  campaignId!: string;

  /** Unix seconds, of the last time. */
  @Column('bigint', { name: 'departed_at' })
  departedAt!: string;

  /** Unix seconds. Null in rows of the release before: 30 days after the departure. */
  @Column('bigint', { name: 'forget_at', nullable: true })
  forgetAt!: string | null;
}
