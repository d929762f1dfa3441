import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many memberships of a campaign there were, in several rows, so that those who count at the same time need not wait for each other. */
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
