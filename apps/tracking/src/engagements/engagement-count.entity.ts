import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The numbers of all opens and clicks of an email, including those that are not stored individually. */
@Entity('engagement_counts')
export class EngagementCountEntity {
  @Column('text', { name: 'account_id', primary: true })
  accountId!: string;

  @PrimaryColumn('text', { name: 'log_id', collation: 'C' })
  logId!: string;

  @Column('int', { default: 0 })
  opens!: number;

  @Column('int', { default: 0 })
  clicks!: number;

  @Column('int', { name: 'machine_opens', default: 0 })
  botOpens!: number;

  @Column('int', { name: 'machine_clicks', default: 0 })
  botClicks!: number;

  /** Rows of `engagements` by people; `keptBots`: by bots. */
  @Column('int', { default: 0 })
  kept!: number;

  @Column('int', { name: 'kept_machines', default: 0 })
  keptBots!: number;

  @Column('timestamptz', { name: 'unsubscribed_at', nullable: true })
  unsubscribedAt!: Date | null;
}
