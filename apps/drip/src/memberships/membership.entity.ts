import type { DripMailContent } from '@postrider/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an activation was answered. */
export interface ActivationAnswer {
  readonly drip_campaign: { readonly id: string; readonly name: string };
  readonly recipient_address: string;
  readonly message: string;
}

/** The first answer to an Idempotency-Key, committed with what it answers for. */
@Entity('idempotency')
export class IdempotencyEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'idem_key' })
  key!: string;

  @Column('text', { name: 'request_hash' })
  requestHash!: string;

  @Column('jsonb')
  answer!: ActivationAnswer;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}

/** That an address was taken out of a campaign, or of all: what was sent to it before does not put it in again. */
@Entity('departures')
export class OptOutEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  /** As of memberships. */
  @PrimaryColumn('text', { name: 'recipient_key' })
  recipientKey!: string;

  /** Empty: all campaigns. */
  @PrimaryColumn('text', { name: 'campaign_id', collation: 'C' })
  campaignId!: string;

  /** Unix seconds, of the last time. */
  @Column('bigint', { name: 'departed_at' })
  departedAt!: string;

  /** Unix seconds. Null in rows of the release before: 30 days after the departure. */
  @Column('bigint', { name: 'forget_at', nullable: true })
  forgetAt!: string | null;
}

/** Somebody's way through a campaign, once (docs/drips.md#memberships). */
@Entity('memberships')
export class MembershipEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column({ type: 'text', name: 'campaign_id', collation: 'C' })
  campaignId!: string;

  /** The address as a customer is keyed: trimmed and lower-cased. */
  @Column('text', { name: 'recipient_key' })
  recipientKey!: string;

  @Column('text', { name: 'recipient_address' })
  recipientAddress!: string;

  @Column('boolean')
  test!: boolean;

  @Column('text', { default: 'waiting' })
  state!: 'waiting' | 'finished' | 'left';

  /** Whose mail it waits for, or had last. */
  @Column({ type: 'text', name: 'step_id', collation: 'C' })
  stepId!: string;

  /** The steps it has come to, in that order. */
  @Column('text', { array: true })
  had!: string[];

  /** Unix seconds. */
  @Column('bigint', { name: 'due_at' })
  dueAt!: string;

  /** Until when nobody looks whether the mail it waits for has ended: Unix seconds. */
  @Column('bigint', { name: 'looked_at', default: 0 })
  lookedAt!: string;

  /** Empty when it has ended: nothing is sent any more. */
  @Column('jsonb')
  content!: DripMailContent;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;

  /** Of one that was left: the delivery service has said that none of its mails goes out. */
  @Column('boolean', { default: false })
  cancelled!: boolean;
}
