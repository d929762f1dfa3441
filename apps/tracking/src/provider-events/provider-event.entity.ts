import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { EventSource } from './report-readers.js';

/** What is kept of an event until it is passed on. */
export interface StoredEvent {
  readonly logId: string;
  readonly atMs: number;
  readonly address?: string | undefined;
  readonly text?: string | undefined;
  readonly code?: string | undefined;
  readonly url?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly isBot?: boolean | undefined;
}

/** An event of a provider: until it is passed on, and then what it is recognised by when it comes again. */
@Entity('provider_events')
export class ProviderEventEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  /** A hash of the ESP account and what the provider knows the event by. */
  @PrimaryColumn('bytea')
  key!: Buffer;

  @Column('text', { name: 'esp_account_id' })
  espAccountId!: string;

  @Column('text', { name: 'esp_type' })
  espType!: EventSource;

  /** In the provider's own words. */
  @Column('text')
  type!: string;

  /** Null once it is passed on. */
  @Column('jsonb', { nullable: true })
  event!: StoredEvent | null;

  @Column('timestamptz', { name: 'received_at', default: () => 'now()' })
  receivedAt!: Date;
}
