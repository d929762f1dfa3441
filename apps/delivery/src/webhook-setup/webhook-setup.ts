import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CredentialsOf, WebhookSettingsOf } from '@postrider/contracts';
import { isReporting, ServiceError, webhookSettingsOf } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import type { DriverEspAccount } from '../drivers/driver-factory.js';
import { defaultBaseUrl } from '../drivers/driver-factory.js';
import { presentableText } from '../drivers/outcome.js';
import { CredentialVault } from '../esp-accounts/credential-vault.js';
import type { EspAccountEntity } from '../esp-accounts/esp-account.entity.js';
import { missingCredentials } from '../esp-accounts/missing-credentials.js';
import { EspWebhooksService } from '../esp-accounts/esp-webhooks.service.js';
import type { RegistrableEspType } from './registrations.js';
import { registrations } from './registrations.js';

/** For all that a provider is asked (docs/limits.md#sending-mail): Mailgun is asked seventeen things. */
const longestMs = 40_000;

const isRegistrable = (type: string): type is RegistrableEspType => Object.hasOwn(registrations, type);

/** Registers the address of an ESP account at its provider, and keeps what its reports are then verified by. */
@Injectable()
export class WebhookSetup {
  constructor(
    private readonly vault: CredentialVault,
    private readonly webhooks: EspWebhooksService,
    @Inject(CONFIG) private readonly config: Pick<DeliveryConfig, 'ESP_BASE_URLS'>,
  ) {}

  /** Answers the address, and its token. @throws ServiceError that says what to do */
  async run(account: EspAccountEntity, publicUrl: string): Promise<{ url: string; token: string }> {
    const { accountId, id, espType } = account;
    if (!isReporting(espType)) throw new ServiceError('invalid_request', `Providers of type ${espType} report nothing`);
    const token = (await this.webhooks.shown(accountId, id)).token!;
    const url = `${publicUrl}/webhooks/esp/${token}`;
    if (!isRegistrable(espType))
      throw new ServiceError(
        'invalid_request',
        `The address cannot be registered for type ${espType}; subscribe an SNS topic to ${url}`,
      );
    const credentials = this.opened(account);
    const known = await this.known(accountId, token, espType);
    const described = { type: espType, credentials, settings: account.settings } as unknown as Hosted;
    const baseUrl = this.config.ESP_BASE_URLS?.[espType] ?? defaultBaseUrl(described);
    const settings = await register(espType, { baseUrl, credentials, url }, known);
    await this.webhooks.registered(accountId, id, { token, settings });
    return { url, token };
  }

  private opened({ accountId, id, name, credentials }: EspAccountEntity): Record<string, string> {
    if (credentials === null) throw missingCredentials({ name }, 'esp_id');
    try {
      return JSON.parse(this.vault.open(credentials, { accountId, rowId: id })) as Record<string, string>;
    } catch {
      const message = 'The credentials of this ESP account cannot be opened: SECRETS_KEY lacks their key';
      throw new ServiceError('invalid_request', message);
    }
  }

  /** Of a type that is told a name and a password these are kept first: a provider may try them at once. */
  private async known(accountId: string, token: string, type: RegistrableEspType): Promise<unknown> {
    const { esp_id, settings } = await this.webhooks.resolve(accountId, token);
    if (settings !== undefined || !('username' in webhookSettingsOf[type].shape)) return settings;
    const chosen = { username: 'postrider', password: randomBytes(24).toString('base64url') };
    await this.webhooks.verifyBy(accountId, esp_id, chosen);
    return chosen;
  }
}

/** The password that the provider is told is one, too. */
const secretsOf = (...of: readonly unknown[]): string[] =>
  of.flatMap((fields) => Object.values((fields ?? {}) as Readonly<Record<string, string>>));

type Hosted = Exclude<DriverEspAccount, { type: 'smtp' }>;

/** @throws ServiceError `provider_refused` with the provider's words, none of which is a secret */
async function register<Type extends RegistrableEspType>(
  type: Type,
  { baseUrl, credentials, url }: { baseUrl: string; credentials: Readonly<Record<string, string>>; url: string },
  known: unknown,
): Promise<WebhookSettingsOf<Type>> {
  try {
    return await registrations[type](
      {
        baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
        credentials: credentials as CredentialsOf<Type>,
        url,
        signal: AbortSignal.timeout(longestMs),
      },
      known as WebhookSettingsOf<Type> | undefined,
    );
  } catch (error) {
    const { message } = error as Error;
    throw new ServiceError('provider_refused', presentableText(message, secretsOf(credentials, known)));
  }
}
