import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { KeyKind, Sender } from '../http/caller.js';
import type { IdentityHookKind, OtherActions } from './kinds.js';

/** A URL of an account that an identity provider calls to send email. */
@Entity('identity_hooks')
export class IdentityHookEntity {
  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column({ type: 'text', name: 'account_id', collation: 'C' })
  accountId!: string;

  @Column('text')
  kind!: IdentityHookKind;

  @Column('text')
  mode!: KeyKind;

  @Column('text')
  name!: string;

  /** Template ids by action. */
  @Column('jsonb')
  templates!: Record<string, string>;

  @Column('text', { name: 'other_actions' })
  otherActions!: OtherActions;

  @Column('text', { name: 'default_template', nullable: true })
  defaultTemplate!: string | null;

  @Column('text', { name: 'esp_account', nullable: true })
  espAccount!: string | null;

  @Column('jsonb', { nullable: true })
  sender!: Sender | null;

  /** Without a slash at the end. */
  @Column('text', { name: 'project_url', nullable: true })
  projectUrl!: string | null;

  /** Encrypted by `HookVault`. */
  @Column('text')
  secrets!: string;

  @Column('timestamptz', { name: 'old_secret_until', nullable: true })
  oldSecretUntil!: Date | null;

  @Column('timestamptz', { name: 'last_call_at', nullable: true })
  lastCallAt!: Date | null;

  @Column('text', { name: 'last_error', nullable: true })
  lastError!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
