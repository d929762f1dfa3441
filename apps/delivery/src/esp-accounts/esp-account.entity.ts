import type { EspType, LaneError } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { EspSettings } from '../drivers/driver-factory.js';
import type { EspDriver } from '../drivers/driver.js';
import { accountFailure } from '../drivers/outcome.js';

export const credentialsAdvice = 'give it credentials (PUT /esp_accounts/{id})';

/** The error for an imported ESP account without credentials; `field` is the field of the request that names it. */
export const missingCredentials = ({ name }: { readonly name: string }, field: string): ServiceError =>
  new ServiceError(
    'invalid_request',
    `The ESP account "${name}" has no credentials, so it sends no email; ${credentialsAdvice}`,
    [{ field, message: 'must name an ESP account that has credentials' }],
  );

/** Code of attempts through an ESP account that only the operator can repair. */
export const unusableAccount = 'unusable_account';

/**
 * Driver for an ESP account that cannot be used for `reason` until the operator repairs it. Its email goes to the
 * fallback; without one it is retried by the schedule and ends as a failure.
 */
export const unusable = (reason: string): EspDriver => ({
  send: () => Promise.resolve(accountFailure(reason, { code: unusableAccount })),
  check: () => Promise.resolve({ outcome: 'fails', tried: 'Nothing was tried', answer: reason }),
  close: () => Promise.resolve(),
});

/** An account at an email service provider, or an SMTP server. */
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

  /** Sealed by `CredentialVault`; null for an imported account without credentials, which sends no email. */
  @Column('text', { nullable: true })
  credentials!: string | null;

  /** The webhook token and the settings that verify reports, sealed; null until they are first needed. */
  @Column('text', { nullable: true })
  webhook!: string | null;

  @Column('jsonb', { name: 'default_sender', nullable: true })
  defaultSender!: { address: string; reply_to: string; name: string } | null;

  @Column('boolean', { name: 'is_default', default: false })
  isDefault!: boolean;

  /** Settings besides the credentials (docs/reference/esp-accounts.md, extension fields). */
  @Column('jsonb', { default: () => "'{}'" })
  settings!: EspSettings;

  /** Counts changes of credentials and settings: drivers of an older revision are not used again. */
  @Column('int', { default: 1 })
  revision!: number;

  /** Sends the email while this account is paused because it fails. */
  @Column({ type: 'text', name: 'fallback_id', collation: 'C', nullable: true })
  fallbackId!: string | null;

  /** Sends per second of all processes together; null: unlimited. */
  @Column('double precision', { name: 'rate_per_second', nullable: true })
  ratePerSecond!: number | null;

  /** Token bucket of that rate, as of `rateRefilledAt`. */
  @Column('double precision', { name: 'rate_tokens', default: 1 })
  rateTokens!: number;

  @Column('timestamptz', { name: 'rate_refilled_at', default: () => 'now()' })
  rateRefilledAt!: Date;

  /** When a person asked to try it again; each process then ends its pause. */
  @Column('timestamptz', { name: 'retried_at', nullable: true })
  retriedAt!: Date | null;

  /**
   * End of the last pause of any process; null since an attempt worked, or a person repaired or retried the account.
   */
  @Column('timestamptz', { name: 'paused_until', nullable: true })
  pausedUntil!: Date | null;

  /** The failure that led to that pause. */
  @Column('jsonb', { name: 'pause_error', nullable: true })
  pauseError!: LaneError | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
