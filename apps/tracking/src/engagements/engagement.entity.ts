import type { BotReason } from '@postrider/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type EngagementKind = 'open' | 'click' | 'unsubscribe';

/**
 * Opens and clicks of a person or a bot; the first ones of each email (docs/operate/limits.md#tracking). Further ones
 * are only counted.
 */
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

  /** The number of equal events that were merged into this one. */
  @Column('int', { default: 1 })
  count!: number;

  /** Null: not recognized as a bot. */
  @Column('text', { nullable: true })
  bot!: BotReason | null;

  /** The index of the clicked link in the email. */
  @Column('int', { nullable: true })
  link!: number | null;

  @Column('text', { nullable: true })
  url!: string | null;

  @Column('text', { name: 'user_agent', nullable: true })
  userAgent!: string | null;
}
