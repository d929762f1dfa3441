import type { AccountTracking, LimitOverrides } from '@postrider/contracts';
import type { Sender } from '../http/caller.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A tenant: everything else belongs to exactly one (docs/guides/authentication.md). */
@Entity('accounts')
export class AccountEntity {
  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text')
  name!: string;

  /** Used when neither the send nor the ESP account has a sender. JSON null: the account removed its sender. */
  @Column('jsonb', { name: 'default_sender', nullable: true })
  defaultSender!: Sender | null;

  /** Only the limits that differ from the defaults (docs/operate/configure.md#account-limits). */
  @Column('jsonb', { nullable: true })
  limits!: LimitOverrides | null;

  /** Default tracking, and the host name of tracked links (docs/operate/configure.md#tracking). */
  @Column('jsonb', { nullable: true })
  tracking!: AccountTracking | null;

  /** Whether versions are published only with an approval (docs/reference/publishing.md#reviews). */
  @Column('boolean', { name: 'require_review', default: false })
  requireReview!: boolean;

  /** Set for the account that sends system email (docs/users.md#emails-about-users). */
  @Column('jsonb', { name: 'own_mail', nullable: true })
  systemMail!: object | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
