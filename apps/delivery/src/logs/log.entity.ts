import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LogStatus } from '@postrider/contracts';

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
