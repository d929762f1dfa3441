import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ResponseInputOf, CredentialsOf, RegistrableEspType, setUpEspWebhook } from '@postrider/contracts';
import { ServiceError, espKinds, isRegistrable, isReporting, notFound } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import { createProvider } from '../drivers/driver-factory.js';
import { presentableText } from '../drivers/outcome.js';
import { CredentialVault } from '../esp-accounts/credential-vault.js';
import type { EspAccountEntity } from '../esp-accounts/esp-account.entity.js';
import { missingCredentials } from '../esp-accounts/esp-account.entity.js';
import { EspWebhooksService } from '../esp-accounts/esp-webhooks.service.js';
import { EspAccountsRepository } from '../esp-accounts/esp-accounts.repository.js';
import { ProviderRequestLimiter } from '../esp-accounts/connection-tests.service.js';

/**
 * Timeout for all requests to a provider together (docs/operate/limits-internal.md#sending-email); Mailgun needs
 * seventeen.
 */
const timeoutMs = 40_000;

/** Registers the webhook of an ESP account at its provider, and stores what verifies its reports. */
@Injectable()
export class WebhookSetup {
  constructor(
    private readonly vault: CredentialVault,
    private readonly webhooks: EspWebhooksService,
    @Inject(CONFIG) private readonly config: Pick<DeliveryConfig, 'ESP_BASE_URLS'>,
  ) {}

  /** Returns the webhook URL and its token. @throws ServiceError with advice */
  async run(account: EspAccountEntity, publicUrl: string): Promise<{ url: string; token: string }> {
    const { accountId, id, espType } = account;
    if (!isReporting(espType))
      throw new ServiceError('invalid_request', `Providers of type ${espType} do not report events`);
    const token = (await this.webhooks.show(accountId, id)).token!;
    const url = `${publicUrl}/webhooks/esp/${token}`;
    if (!isRegistrable(espType))
      throw new ServiceError(
        'invalid_request',
        `The address cannot be registered for type ${espType}; ${espKinds[espType].webhook.setup.short} to ${url}`,
      );
    const credentials = this.unsealCredentials(account);
    const ensureVerification = await this.known(accountId, token, espType);
    const provider = createProvider(
      { type: espType, credentials, settings: account.settings },
      this.config.ESP_BASE_URLS,
    );
    const settings = await provider
      .registerWebhook(url, AbortSignal.timeout(timeoutMs), ensureVerification as never)
      .catch((error: Error) => {
        throw new ServiceError(
          'provider_refused',
          presentableText(error.message, collectSecrets(credentials, ensureVerification)),
        );
      });
    await this.webhooks.registered(accountId, id, { token, settings });
    return { url, token };
  }

  private unsealCredentials({ accountId, id, name, credentials }: EspAccountEntity): CredentialsOf<RegistrableEspType> {
    if (credentials === null) throw missingCredentials({ name }, 'esp_id');
    try {
      return JSON.parse(this.vault.open(credentials, { accountId, rowId: id })) as CredentialsOf<RegistrableEspType>;
    } catch {
      const message = 'The credentials of this ESP account cannot be decrypted: SECRETS_KEY lacks their key';
      throw new ServiceError('invalid_request', message);
    }
  }

  /**
   * A username and password for reports are stored before the registration, because a provider may test them
   * immediately.
   */
  private async known(accountId: string, token: string, type: RegistrableEspType): Promise<unknown> {
    const { esp_id, settings } = await this.webhooks.resolve(accountId, token);
    if (settings !== undefined || !('username' in espKinds[type].webhook.verifiedBy)) return settings;
    const chosen = { username: 'postrider', password: randomBytes(24).toString('base64url') };
    await this.webhooks.verifyBy(accountId, esp_id, chosen);
    return chosen;
  }
}

/** All values count as secrets, including the password for reports. */
const collectSecrets = (...values: readonly unknown[]): string[] =>
  values.flatMap((fields) => Object.values((fields ?? {}) as Readonly<Record<string, string>>));

/** Sets up the webhook of a caller's own ESP account. */
@Injectable()
export class WebhookSetupService {
  constructor(
    private readonly accounts: EspAccountsRepository,
    private readonly limiter: ProviderRequestLimiter,
    private readonly setup: WebhookSetup,
  ) {}

  async run(accountId: string, id: string, publicUrl: string): Promise<ResponseInputOf<typeof setUpEspWebhook>> {
    const account = await this.accounts.find(accountId, id);
    if (!account) notFound('ESP account');
    const { token } = await this.limiter.run(accountId, () => this.setup.run(account, publicUrl));
    return { token };
  }
}
