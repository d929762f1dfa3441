import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LogEventDetail, LogStatus } from '@postrider/contracts';

/**
 * What a log shows is its most meaningful status, not the last to arrive: a late `delivered` never hides a `clicked`
 * (docs/guides/statuses.md). Equal and higher ranks replace, lower ones are only appended to the events.
 */
export const rankOf: Readonly<Record<LogStatus, number>> = {
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

/** What a caller reads about one message: narrow, listed often. When it was made is in its id. */
@Entity('logs')
export class LogEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text', { name: 'recipient_address' })
  recipientAddress!: string;

  /** The address as a customer is keyed: trimmed and lower-cased. */
  @Column('text', { name: 'recipient_key' })
  recipientKey!: string;

  @Column('text', { name: 'recipient_name', default: '' })
  recipientName!: string;

  @Column('text')
  status!: LogStatus;

  @Column('smallint', { name: 'status_rank' })
  statusRank!: number;

  /** About the latest status, for people. */
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

  /** As it was rendered at the last attempt, its beginning; null before there was one. */
  @Column('text', { nullable: true })
  subject!: string | null;

  /** Of a campaign's mail, once it was due: the version that is sent of it, over what its message was planned with (`messages_as_sent`). */
  @Column('jsonb', { nullable: true })
  chosen!: Readonly<Record<string, unknown>> | null;

  @Column('boolean', { default: false })
  test!: boolean;
}
