import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import { DriverCache } from '../drivers/driver-cache.js';
import type { DriverAccount, DriverOptions } from '../drivers/driver-factory.js';
import { createDriver } from '../drivers/driver-factory.js';
import type { EspDriver } from '../drivers/driver.js';
import { builtinAccountId } from '../esp-accounts/builtin-account.js';
import { CredentialVault } from '../esp-accounts/credential-vault.js';
import { EspAccountsRepository } from '../esp-accounts/esp-accounts.repository.js';
import { NotNow } from './not-now.js';

/** The driver of each ESP account in use, with its open connections. */
@Injectable()
export class EspDrivers {
  private readonly drivers = new DriverCache();
  private readonly options: DriverOptions;

  constructor(
    private readonly accounts: EspAccountsRepository,
    private readonly vault: CredentialVault,
    @Inject(CONFIG) private readonly config: DeliveryConfig,
  ) {
    this.options = {
      ehloName: config.MAIL_HOSTNAME,
      smtpAllowedNetworks: config.SMTP_ALLOWED_NETWORKS,
      smtpAllowedPorts: config.SMTP_ALLOWED_PORTS,
      smtpAllowPlainAuth: config.SMTP_ALLOW_PLAIN_AUTH,
      smtpConnections: config.SMTP_CONNECTIONS,
    };
  }

  /** @throws NotNow when the account cannot be read at the moment. */
  async of(accountId: string, espAccountId: string): Promise<EspDriver> {
    const known = this.drivers.get(espAccountId);
    if (known) return known;
    const account = espAccountId === builtinAccountId ? this.builtin() : await this.stored(accountId, espAccountId);
    return this.drivers.getOrCreate(espAccountId, () => createDriver(account, this.options));
  }

  close(): Promise<void> {
    return this.drivers.closeAll();
  }

  private async stored(accountId: string, id: string): Promise<DriverAccount> {
    try {
      const account = await this.accounts.find(accountId, id);
      if (!account) throw new Error('no such row');
      const credentials: unknown = JSON.parse(this.vault.open(account.credentials, { accountId, rowId: id }));
      // Type and credentials were checked against each other when the account was made.
      return { id, type: account.espType, credentials } as DriverAccount;
    } catch (error) {
      throw new NotNow('The ESP account could not be read', { cause: error });
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
