import type { DripMailContent } from '@postrider/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The reply to an activation, stored for its Idempotency-Key. */
export interface ActivationResponse {
  readonly drip_campaign: { readonly id: string; readonly name: string };
  readonly recipient_address: string;
  readonly message: string;
}

/** The first reply to an Idempotency-Key, committed together with the membership. */
@Entity('idempotency')
export class IdempotencyEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { name: 'idem_key' })
  key!: string;

  @Column('text', { name: 'request_hash' })
  requestHash!: string;

  @Column('jsonb')
  answer!: ActivationResponse;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}

/** An opt-out of an address from one campaign or all. Sends from before it do not enroll the address again. */
@Entity('departures')
export class OptOutEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  /** As `MembershipEntity.recipientKey`. */
  @PrimaryColumn('text', { name: 'recipient_key' })
  recipientKey!: string;

  /** Empty: all campaigns. */
  @PrimaryColumn('text', { name: 'campaign_id', collation: 'C' })
  campaignId!: string;

  /** Unix seconds, of the latest opt-out. */
  @Column('bigint', { name: 'departed_at' })
  departedAt!: string;

  /** Unix seconds. Null in rows of the previous release: then 30 days after `departedAt`. */
  @Column('bigint', { name: 'forget_at', nullable: true })
  forgetAt!: string | null;
}

/** One pass of a recipient through a campaign (docs/drips.md#memberships). */
@Entity('memberships')
export class MembershipEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column({ type: 'text', name: 'campaign_id', collation: 'C' })
  campaignId!: string;

  /** The address trimmed and in lower case, like a customer's key. */
  @Column('text', { name: 'recipient_key' })
  recipientKey!: string;

  @Column('text', { name: 'recipient_address' })
  recipientAddress!: string;

  @Column('boolean')
  test!: boolean;

  @Column('text', { default: 'waiting' })
  state!: 'waiting' | 'finished' | 'left';

  /** The step whose email it waits for, or had last. */
  @Column({ type: 'text', name: 'step_id', collation: 'C' })
  stepId!: string;

  /** The steps reached so far, in that order. */
  @Column('text', { array: true })
  had!: string[];

  /** Unix seconds. */
  @Column('bigint', { name: 'due_at' })
  dueAt!: string;

  /** Unix seconds. Until then the state of the awaited email is not checked. */
  @Column('bigint', { name: 'looked_at', default: 0 })
  lookedAt!: string;

  /** Emptied when the membership ends. */
  @Column('jsonb')
  content!: DripMailContent;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;

  /** For a member that left: delivery has confirmed that its emails are cancelled. */
  @Column('boolean', { default: false })
  cancelled!: boolean;
}
