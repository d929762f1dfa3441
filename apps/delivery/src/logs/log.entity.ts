import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LogEventDetail, LogStatus } from '@postrider/contracts';

/**
 * A log shows its most significant status, not the latest: a late `delivered` never hides a `clicked`
 * (docs/guides/statuses.md). Equal or higher ranks replace the status; lower ones are only added to the events.
 */
export const rankByStatus: Readonly<Record<LogStatus, number>> = {
  requested: 0,
  triggered: 5,
  queued: 10,
  failed_to_queue: 15,
  failed_to_send: 20,
  sent: 30,
  processed: 35,
  deferred: 40,
  bounced: 45,
  dropped: 45,
  delivered: 50,
  opened: 60,
  re_opened: 65,
  clicked: 70,
  re_clicked: 75,
  unsubscribed: 80,
  reported_as_spam: 85,
};

/** An event of a message; append-only. */
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

  /** Details of a reported event; null for events of sending itself. */
  @Column('jsonb', { nullable: true })
  detail!: LogEventDetail | null;
}

/** What callers read about a message: a narrow row, because it is listed often. Its creation time is part of the id. */
@Entity('logs')
export class LogEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text', { name: 'recipient_address' })
  recipientAddress!: string;

  /** The normalized address, as in customers: trimmed and in lower case. */
  @Column('text', { name: 'recipient_key' })
  recipientKey!: string;

  @Column('text', { name: 'recipient_name', default: '' })
  recipientName!: string;

  @Column('text')
  status!: LogStatus;

  @Column('smallint', { name: 'status_rank' })
  statusRank!: number;

  /** Text for people about the latest status. */
  @Column('text')
  message!: string;

  @Column('text', { name: 'template_id' })
  templateId!: string;

  @Column('text', { name: 'template_name' })
  templateName!: string;

  @Column('text', { name: 'version_name', nullable: true })
  versionName!: string | null;

  @Column('text')
  locale!: string;

  /** Start of the subject rendered by the last attempt; null before the first. */
  @Column('text', { nullable: true })
  subject!: string | null;

  /** The version chosen for a due campaign email; `messages_as_sent` merges it over the planned content. */
  @Column('jsonb', { nullable: true })
  chosen!: Readonly<Record<string, unknown>> | null;

  @Column('boolean', { default: false })
  test!: boolean;
}
