import { randomBytes } from 'node:crypto';
import type { CredentialsOf, WebhookSettingsOf } from '@postrider/contracts';
import { isReporting, webhookSettingsOf } from '@postrider/contracts';
import type { DataSource } from 'typeorm';
import type { DeliveryConfig } from '../config.js';
import type { DriverEspAccount } from '../drivers/driver-factory.js';
import { defaultBaseUrl } from '../drivers/driver-factory.js';
import type { CredentialVault } from '../esp-accounts/credential-vault.js';
import { EspAccountEntity } from '../esp-accounts/esp-account.entity.js';
import type { EspWebhooksService } from '../esp-accounts/esp-webhooks.service.js';
import type { RegistrableEspType } from './registrations.js';
import { registrations } from './registrations.js';

const isRegistrable = (type: string): type is RegistrableEspType => Object.hasOwn(registrations, type);

/** Registers the address of an ESP account at its provider, and keeps what its reports are then verified by. */
export class WebhookSetup {
  constructor(
    private readonly database: DataSource,
    private readonly vault: CredentialVault,
    private readonly webhooks: EspWebhooksService,
    private readonly config: Pick<DeliveryConfig, 'ESP_BASE_URLS'>,
  ) {}

  /** Answers the address. @throws Error that says what to do */
  async run(id: string, publicUrl: string): Promise<string> {
    const account = await this.database.getRepository(EspAccountEntity).findOneBy({ id });
    if (!account) throw new Error(`There is no ESP account ${id}`);
    const { accountId, espType } = account;
    if (!isReporting(espType)) throw new Error(`Providers of type ${espType} report nothing`);
    const token = (await this.webhooks.tokenOf(accountId, id))!;
    const url = `${publicUrl}/webhooks/esp/${token}`;
    if (!isRegistrable(espType))
      throw new Error(`The address cannot be registered for type ${espType}; subscribe an SNS topic to ${url}`);
    const credentials: unknown = JSON.parse(this.vault.open(account.credentials, { accountId, rowId: id }));
    const known = await this.known(accountId, token, espType);
    const described = { type: espType, credentials, settings: account.settings } as DriverEspAccount;
    const baseUrl = this.config.ESP_BASE_URLS?.[espType] ?? defaultBaseUrl(described as Hosted);
    await this.webhooks.verifyBy(accountId, id, await register(espType, { baseUrl, credentials, url }, known));
    return url;
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

type Hosted = Exclude<DriverEspAccount, { type: 'smtp' }>;

const register = <Type extends RegistrableEspType>(
  type: Type,
  { baseUrl, credentials, url }: { baseUrl: string; credentials: unknown; url: string },
  known: unknown,
): Promise<WebhookSettingsOf<Type>> =>
  registrations[type](
    { baseUrl: baseUrl.replace(/\/+$/, ''), credentials: credentials as CredentialsOf<Type>, url },
    known as WebhookSettingsOf<Type> | undefined,
  );
