import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LogEventDetail, LogStatus } from '@postrider/contracts';

/** One thing that happened to a message; append-only. */
@Entity('log_events')
export class LogEventEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'log_id', collation: 'C' })
  logId!: string;

  @PrimaryColumn('bigint', { default: () => `nextval('log_event_seq')` })
  seq!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('text')
  type!: LogStatus;

  @Column('text')
  message!: string;

  @Column('boolean', { name: 'moves_status', default: true })
  movesStatus!: boolean;

  /** Of what was reported; null for what sending itself brought about. */
  @Column('jsonb', { nullable: true })
  detail!: LogEventDetail | null;
}
