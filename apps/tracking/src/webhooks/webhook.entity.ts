import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An address of an account that is told what becomes of its mail. */
@Entity('webhooks')
export class WebhookEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text')
  url!: string;

  /** Types of events; empty: all of them. */
  @Column('text', { array: true })
  events!: string[];

  @Column('text')
  description!: string;

  @Column('boolean')
  enabled!: boolean;

  /** What it is signed with, sealed by `WebhookVault`. */
  @Column('text')
  secrets!: string;

  @Column('timestamptz', { name: 'old_secret_until', nullable: true })
  oldSecretUntil!: Date | null;

  /** Of the first attempt that failed since the last that did not. */
  @Column('timestamptz', { name: 'failing_since', nullable: true })
  failingSince!: Date | null;

  @Column('timestamptz', { name: 'switched_off_at', nullable: true })
  switchedOffAt!: Date | null;

  /** Events that found too many waiting. */
  @Column('bigint', { default: 0 })
  missed!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** Since its events were changed; null: since it was made. */
  @Column('timestamptz', { name: 'listens_since', nullable: true })
  subscribedSince!: Date | null;
}

/** The fields that the caller sets. */
export type WebhookContent = Pick<WebhookEntity, 'url' | 'events' | 'description'>;
