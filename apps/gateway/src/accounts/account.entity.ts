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

  /** Used by sends that name none, where the ESP account has none either (docs/guides/sending.md#choose-the-sender). JSON's null where the account removed it. */
  @Column('jsonb', { name: 'default_sender', nullable: true })
  defaultSender!: Sender | null;

  /** What of its limits is not the default (docs/operate/configure.md#account-limits). */
  @Column('jsonb', { nullable: true })
  limits!: LimitOverrides | null;

  /** What is tracked of its mails where nothing else is said, and the host name of its links (docs/operate/configure.md#tracking). */
  @Column('jsonb', { nullable: true })
  tracking!: AccountTracking | null;

  /** Of the account that mails about users are sent from: their template, and the version of its text (docs/users.md#mails-about-users). */
  @Column('jsonb', { name: 'own_mail', nullable: true })
  systemMail!: { readonly template?: string; readonly version?: number } | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
