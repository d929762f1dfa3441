import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NotificationText } from './notification-texts.js';

/** A notification of an alert to one address or channel. Those to webhooks are posted as events of webhooks. */
@Entity('alert_notifications')
export class AlertNotificationEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column({ type: 'text', name: 'alert_id', collation: 'C' })
  alertId!: string;

  @Column('text')
  channel!: 'email' | 'webhook' | 'slack';

  /** Of an email. */
  @Column('text', { nullable: true })
  address!: string | null;

  @Column('boolean')
  test!: boolean;

  @Column('jsonb')
  content!: NotificationText;

  @Column('smallint', { default: 0 })
  attempt!: number;

  /** When it is attempted next; null when there are no more attempts. */
  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt!: Date | null;

  @Column('uuid', { nullable: true })
  lease!: string | null;

  /** Null while it is pending. `refused`: by the mail server of the address, or its owner. */
  @Column('text', { nullable: true })
  outcome!: 'sent' | 'failed' | 'refused' | 'cancelled' | null;

  @Column('text', { default: '' })
  message!: string;

  /** The account that sends the email. */
  @Column('text', { name: 'mail_account_id', nullable: true })
  mailAccountId!: string | null;

  @Column({ type: 'text', name: 'log_id', collation: 'C', nullable: true })
  logId!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
