import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A URL of an account that receives events of its email. */
@Entity('webhooks')
export class WebhookEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text')
  url!: string;

  /** Event types; empty means all. */
  @Column('text', { array: true })
  events!: string[];

  @Column('text')
  description!: string;

  /** The form of the events: `postrider` or `resend`. */
  @Column('text', { default: 'postrider' })
  format!: string;

  @Column('boolean')
  enabled!: boolean;

  /** Signing secrets, encrypted by `WebhookVault`. */
  @Column('text')
  secrets!: string;

  @Column('timestamptz', { name: 'old_secret_until', nullable: true })
  oldSecretUntil!: Date | null;

  /** Time of the first failure since the last success. */
  @Column('timestamptz', { name: 'failing_since', nullable: true })
  failingSince!: Date | null;

  @Column('timestamptz', { name: 'switched_off_at', nullable: true })
  switchedOffAt!: Date | null;

  /** Number of events that were not queued because too many were pending. */
  @Column('bigint', { default: 0 })
  missed!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** When its events were last changed; null: since its creation. */
  @Column('timestamptz', { name: 'listens_since', nullable: true })
  subscribedSince!: Date | null;
}

/** The fields set by the caller. */
export type WebhookContent = Pick<WebhookEntity, 'url' | 'events' | 'description'> & {
  /** Absent: unchanged, or the default. */
  readonly format?: string;
};
