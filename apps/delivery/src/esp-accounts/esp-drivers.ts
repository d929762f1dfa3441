import { Inject, Injectable } from '@nestjs/common';
import type { LinkedMail } from '@postrider/links';
import { LinkKeys, returnPath } from '@postrider/links';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import { DriverCache } from '../drivers/driver-cache.js';
import type { DriverEspAccount, DriverOptions } from '../drivers/driver-factory.js';
import { createDriver } from '../drivers/driver-factory.js';
import type { EspDriver } from '../drivers/driver.js';
import { dropped } from '../drivers/outcome.js';
import { IdleConnections } from '../drivers/smtp/smtp-pool.js';
import type { EspAccountEntity } from './esp-account.entity.js';
import { credentialsAdvice, unusable } from './esp-account.entity.js';
import { builtinAccountId } from './lane.js';
import { CredentialVault } from './credential-vault.js';
import { EspAccountsRepository } from './esp-accounts.repository.js';

const deletedAccountDriver: EspDriver = {
  send: () => Promise.resolve(dropped('The ESP account of this message was deleted')),
  check: () => Promise.resolve({ outcome: 'fails', tried: 'Nothing was tried', answer: 'The ESP account was deleted' }),
  close: () => Promise.resolve(),
};

/** The drivers of ESP accounts in use, with their open connections. */
@Injectable()
export class EspDrivers {
  private readonly drivers: DriverCache;
  private readonly options: DriverOptions;
  /** Undefined if the operator has no bounce domain. */
  private readonly returnPath: ((mail: LinkedMail) => string) | undefined;

  constructor(
    private readonly accounts: EspAccountsRepository,
    private readonly vault: CredentialVault,
    @Inject(CONFIG) private readonly config: DeliveryConfig,
  ) {
    this.drivers = new DriverCache({ attemptMs: config.ATTEMPT_TIMEOUT_SECONDS * 1000 });
    const { TRACKING_KEY, BOUNCE_DOMAIN } = config;
    const keys = TRACKING_KEY === undefined ? undefined : new LinkKeys(TRACKING_KEY);
    if (keys && BOUNCE_DOMAIN !== undefined) this.returnPath = (mail) => returnPath(keys, BOUNCE_DOMAIN, mail);
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
   * For a deleted account, a driver that drops every message; for one that cannot be used with this configuration, a
   * driver that fails with the reason.
   * @throws when the account cannot be read at the moment
   */
  async of(accountId: string, id: string): Promise<EspDriver> {
    const known = this.drivers.get(id);
    if (known) return known;
    if (id === builtinAccountId) return this.drivers.getOrCreate(id, 1, () => this.builtin());
    const account = await this.accounts.find(accountId, id);
    if (account) return this.drivers.getOrCreate(id, account.revision, () => this.createDriver(account));
    this.drivers.retire(id);
    return deletedAccountDriver;
  }

  /** A separate driver for the account's current state; the caller closes it. */
  createSeparate(account: EspAccountEntity): EspDriver {
    return this.createDriver(account);
  }

  /** The same for an account that is not stored. */
  createUnstored(account: Pick<DriverEspAccount, 'accountId' | 'type' | 'credentials' | 'settings'>): EspDriver {
    return createDriver({ id: 'not stored', ...account } as DriverEspAccount, this.options);
  }

  /** Called when the account was changed or deleted: the next send loads it again. */
  invalidate(id: string): void {
    this.drivers.invalidate(id);
  }

  close(): Promise<void> {
    return this.drivers.closeAll();
  }

  private createDriver({ accountId, id, espType, credentials: sealed, settings }: EspAccountEntity): EspDriver {
    if (sealed === null) return unusable(`This ESP account has no credentials; ${credentialsAdvice}`);
    let credentials: unknown;
    try {
      credentials = JSON.parse(this.vault.open(sealed, { accountId, rowId: id }));
    } catch {
      return unusable(
        'The credentials of this ESP account cannot be decrypted: SECRETS_KEY lacks the key they were sealed with',
      );
    }
    // The credentials were validated for this type when they were stored.
    const returnsTo = settings.bounces ? this.returnPath : undefined;
    const returnPath = returnsTo && ((logId: string) => returnsTo({ accountId, logId }));
    return createDriver(
      { id, accountId, type: espType, credentials, settings, returnPath } as DriverEspAccount,
      this.options,
    );
  }

  /** The operator's own server. It comes from the configuration, so it may be in any network. */
  private builtin(): EspDriver {
    if (!this.config.DEFAULT_SMTP_URL)
      return unusable('This message has no ESP account, and DEFAULT_SMTP_URL is not set');
    const url = new URL(this.config.DEFAULT_SMTP_URL);
    const tls = url.protocol === 'smtps:';
    const account: DriverEspAccount = {
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
    return createDriver(account, this.options);
  }
}
