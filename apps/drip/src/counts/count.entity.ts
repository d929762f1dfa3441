import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Membership counts of a campaign, spread over several rows so that concurrent transactions do not wait for each other.
 */
@Entity('counts')
export class CountEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'campaign_id', collation: 'C' })
  campaignId!: string;

  @PrimaryColumn('smallint')
  shard!: number;

  @Column('bigint')
  entered!: string;

  @Column('bigint')
  finished!: string;

  @Column('bigint')
  left!: string;
}
