import type { EspType } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { EspSettings } from '../drivers/driver-factory.js';
import type { EspDriver } from '../drivers/driver.js';
import { accountFailure } from '../drivers/outcome.js';

export const credentialsAdvice = 'give it credentials (PUT /esp_accounts/{id})';

/** Of an imported ESP account; `field` is where the request names it. */
export const missingCredentials = ({ name }: { readonly name: string }, field: string): ServiceError =>
  new ServiceError(
    'invalid_request',
    `The ESP account "${name}" has no credentials, so it sends no mail; ${credentialsAdvice}`,
    [{ field, message: 'must name an ESP account that has credentials' }],
  );

/** The code of attempts through an ESP account that only the operator can make usable again. */
export const unusableAccount = 'unusable_account';

/**
 * Stands for an ESP account that cannot be used for `reason`, until the operator mends it: mail goes through the fallback if there is one, waits
 * by the schedule if not, and ends among the failures.
 */
export const unusable = (reason: string): EspDriver => ({
  send: () => Promise.resolve(accountFailure(reason, { code: unusableAccount })),
  check: () => Promise.resolve({ outcome: 'fails', tried: 'Nothing was tried', answer: reason }),
  close: () => Promise.resolve(),
});

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

  /** Sealed by `CredentialVault`; null of an imported account that has none yet, and sends no mail. */
  @Column('text', { nullable: true })
  credentials!: string | null;

  /** Where its provider reports to and what reports are verified by, sealed as well; null until somebody asks. */
  @Column('text', { nullable: true })
  webhook!: string | null;

  @Column('jsonb', { name: 'default_sender', nullable: true })
  defaultSender!: { address: string; reply_to: string; name: string } | null;

  @Column('boolean', { name: 'is_default', default: false })
  isDefault!: boolean;

  /** What it says beyond its credentials (docs/reference/esp-accounts.md, extension fields). */
  @Column('jsonb', { default: () => "'{}'" })
  settings!: EspSettings;

  /** Counts changes of credentials and settings: a driver made of an older revision is not used again. */
  @Column('int', { default: 1 })
  revision!: number;

  /** Takes over while this one is paused because it fails. */
  @Column({ type: 'text', name: 'fallback_id', collation: 'C', nullable: true })
  fallbackId!: string | null;

  /** Mails a second that all processes together may begin to send; null: as many as they can. */
  @Column('double precision', { name: 'rate_per_second', nullable: true })
  ratePerSecond!: number | null;

  /** The token bucket of that rate, as it was at `rateRefilledAt`. */
  @Column('double precision', { name: 'rate_tokens', default: 1 })
  rateTokens!: number;

  @Column('timestamptz', { name: 'rate_refilled_at', default: () => 'now()' })
  rateRefilledAt!: Date;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
