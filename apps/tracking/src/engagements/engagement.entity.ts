import type { BotReason } from '@postrider/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type EngagementKind = 'open' | 'click' | 'unsubscribe';

/** Opens and clicks of a person or a bot; the first ones of each mail (docs/operate/limits.md#tracking). The rest is counted. */
@Entity('engagements')
export class EngagementEntity {
  @Column('text', { name: 'account_id', primary: true })
  accountId!: string;

  /** First in the key: logs sort by time, so the oldest are found by it. */
  @PrimaryColumn('text', { name: 'log_id', collation: 'C' })
  logId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text')
  kind!: EngagementKind;

  @Column('timestamptz')
  at!: Date;

  /** How often the same was seen within a moment. */
  @Column('int', { default: 1 })
  count!: number;

  /** Null: it may have been a person. */
  @Column('text', { nullable: true })
  bot!: BotReason | null;

  /** Of a click: which of the mail's links. */
  @Column('int', { nullable: true })
  link!: number | null;

  @Column('text', { nullable: true })
  url!: string | null;

  @Column('text', { name: 'user_agent', nullable: true })
  userAgent!: string | null;
}
