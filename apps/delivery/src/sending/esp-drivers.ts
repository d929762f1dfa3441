import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import { DriverCache } from '../drivers/driver-cache.js';
import type { DriverAccount, DriverOptions } from '../drivers/driver-factory.js';
import { createDriver } from '../drivers/driver-factory.js';
import type { EspDriver } from '../drivers/driver.js';
import { dropped } from '../drivers/outcome.js';
import { IdleConnections } from '../drivers/smtp/idle-connections.js';
import { builtinAccountId } from '../esp-accounts/builtin-account.js';
import { CredentialVault } from '../esp-accounts/credential-vault.js';
import type { EspAccountEntity } from '../esp-accounts/esp-account.entity.js';
import { EspAccountsRepository } from '../esp-accounts/esp-accounts.repository.js';
import { NotNow } from './not-now.js';

const gone: EspDriver = {
  send: () => Promise.resolve(dropped('The ESP account of this message was deleted')),
  close: () => Promise.resolve(),
};

/** The driver of each ESP account in use, with its open connections. */
@Injectable()
export class EspDrivers {
  private readonly drivers: DriverCache;
  private readonly options: DriverOptions;

  constructor(
    private readonly accounts: EspAccountsRepository,
    private readonly vault: CredentialVault,
    @Inject(CONFIG) private readonly config: DeliveryConfig,
  ) {
    this.drivers = new DriverCache({ attemptMs: config.ATTEMPT_TIMEOUT_SECONDS * 1000 });
    this.options = {
      ehloName: config.MAIL_HOSTNAME,
      baseUrls: config.ESP_BASE_URLS,
      smtpAllowedNetworks: config.SMTP_ALLOWED_NETWORKS,
      smtpAllowedPorts: config.SMTP_ALLOWED_PORTS,
      smtpAllowPlainAuth: config.SMTP_ALLOW_PLAIN_AUTH,
      smtpCa: config.SMTP_CA_FILE,
      smtpInsecureTls: config.SMTP_INSECURE_TLS,
      smtpConnections: config.SMTP_CONNECTIONS,
      smtpIdleConnections: new IdleConnections(),
    };
  }

  /**
   * Of an account that was deleted, one that says so and drops every message.
   * @throws NotNow when the account cannot be read at the moment.
   */
  async of(accountId: string, id: string): Promise<EspDriver> {
    const known = this.drivers.get(id);
    if (known) return known;
    if (id === builtinAccountId)
      return this.drivers.getOrCreate(id, 1, () => createDriver(this.builtin(), this.options));
    const account = await this.accounts.find(accountId, id).catch(notNow);
    if (account)
      return this.drivers.getOrCreate(id, account.revision, () => createDriver(this.opened(account), this.options));
    this.drivers.retire(id);
    return gone;
  }

  /** The account was changed or deleted: the next send reads it. */
  lookAgain(id: string): void {
    this.drivers.lookAgain(id);
  }

  close(): Promise<void> {
    return this.drivers.closeAll();
  }

  private opened({ accountId, id, espType, credentials, settings }: EspAccountEntity): DriverAccount {
    try {
      // Type and credentials were checked against each other when they were stored.
      return {
        id,
        type: espType,
        credentials: JSON.parse(this.vault.open(credentials, { accountId, rowId: id })) as unknown,
        settings,
      } as DriverAccount;
    } catch (error) {
      return notNow(error);
    }
  }

  /** The operator's own server: named in the configuration, so no network is forbidden to it. */
  private builtin(): DriverAccount {
    if (!this.config.DEFAULT_SMTP_URL) throw new NotNow('DEFAULT_SMTP_URL is not set any more');
    const url = new URL(this.config.DEFAULT_SMTP_URL);
    const tls = url.protocol === 'smtps:';
    return {
      id: builtinAccountId,
      type: 'smtp',
      trusted: true,
      settings: { implicitTls: tls },
      credentials: {
        host: url.hostname,
        port: Number(url.port) || (tls ? 465 : 25),
        username: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
        use_tls: tls,
      },
    };
  }
}

function notNow(cause: unknown): never {
  throw new NotNow('The ESP account could not be read', { cause });
}
