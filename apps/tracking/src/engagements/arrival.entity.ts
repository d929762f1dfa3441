import type { BotReason } from '@postrider/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A stored open or click before classification, which waits a second to see whether all links of an email are followed
 * at once.
 */
@Entity('arrivals')
export class ArrivalEntity {
  @Column('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text', { name: 'log_id' })
  logId!: string;

  @Column('text')
  kind!: 'open' | 'click';

  @Column('timestamptz')
  at!: Date;

  @Column('int')
  count!: number;

  @Column('text', { nullable: true })
  bot!: BotReason | null;

  @Column('int', { nullable: true })
  link!: number | null;

  @Column('text', { nullable: true })
  url!: string | null;

  @Column('text', { name: 'user_agent', nullable: true })
  userAgent!: string | null;

  @Column('timestamptz', { name: 'judged_at' })
  judgedAt!: Date;
}
