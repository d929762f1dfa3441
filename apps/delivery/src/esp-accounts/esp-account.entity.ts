import type { EspType } from '@postrider/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A way out: an account at an email service provider, or an SMTP server. */
@Entity('esp_accounts')
export class EspAccountEntity {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text', { collation: 'C' })
  id!: string;

  @Column('text', { name: 'esp_type' })
  espType!: EspType;

  @Column('text')
  name!: string;

  /** Sealed by `CredentialVault`. */
  @Column('text')
  credentials!: string;

  @Column('jsonb', { name: 'default_sender', nullable: true })
  defaultSender!: { address: string; reply_to: string; name: string } | null;

  @Column('boolean', { name: 'is_default', default: false })
  isDefault!: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
