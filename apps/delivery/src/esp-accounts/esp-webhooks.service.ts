import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, getEspWebhook, resolveEspWebhook } from '@postrider/contracts';
import type { SecretOwner } from '@postrider/secrets';
import { isReporting, readWebhookToken, buildWebhookToken, notFound } from '@postrider/contracts';
import { CredentialVault } from './credential-vault.js';
import type { EspAccountEntity } from './esp-account.entity.js';
import { EspWebhooksRepository } from './esp-accounts.repository.js';

type Settings = Readonly<Record<string, string>>;

/** The sealed content of an ESP account's `webhook` column. */
interface Webhook {
  readonly token: string;
  readonly settings?: Settings | undefined;
  /** When this token and these settings were last registered at the provider, in Unix seconds. */
  readonly registered?: number | undefined;
}

/** Webhook tokens of ESP accounts and the settings that verify reports (docs/providers.md#provider-webhooks). */
@Injectable()
export class EspWebhooksService {
  constructor(
    private readonly accounts: EspWebhooksRepository,
    private readonly vault: CredentialVault,
  ) {}

  /** The webhook of an account. One created before there were webhooks gets its first token now. */
  async show(accountId: string, id: string): Promise<ResponseInputOf<typeof getEspWebhook>> {
    const account = (await this.accounts.find(accountId, id)) ?? notFound('ESP account');
    if (!isReporting(account.espType)) return {};
    const { token, registered } = this.unseal(account) ?? (await this.change(accountId, id, (webhook) => webhook));
    return { token, registered };
  }

  async rotate(accountId: string, id: string): Promise<string | undefined> {
    const { espType } = (await this.accounts.find(accountId, id)) ?? notFound('ESP account');
    if (!isReporting(espType)) return undefined;
    return (await this.change(accountId, id, ({ settings }) => ({ token: newToken(accountId, id), settings }))).token;
  }

  async verifyBy(accountId: string, id: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.change(accountId, id, ({ token }) => ({ token, settings: settings as Settings }));
  }

  /** Stores that the provider has this token and these settings. The token may have been rotated meanwhile. */
  async registered(accountId: string, id: string, registration: { token: string; settings: Settings }): Promise<void> {
    const now = Math.floor(Date.now() / 1000);
    await this.change(accountId, id, ({ token }) => ({
      token,
      settings: registration.settings,
      registered: token === registration.token ? now : undefined,
    }));
  }

  /** A token contains its account, so the token of another account is not found. */
  async resolve(accountId: string, token: string): Promise<ResponseInputOf<typeof resolveEspWebhook>> {
    const named = readWebhookToken(token);
    if (named?.accountId !== accountId) return notFound('ESP account');
    const account = (await this.accounts.find(accountId, named.espAccountId)) ?? notFound('ESP account');
    const webhook = this.unseal(account) ?? notFound('ESP account');
    if (!timingSafeEqual(Buffer.from(webhook.token), Buffer.from(token))) return notFound('ESP account');
    return { esp_id: account.id, esp_type: account.espType, settings: webhook.settings };
  }

  private async change(accountId: string, id: string, change: (webhook: Webhook) => Webhook): Promise<Webhook> {
    let changed: Webhook | undefined;
    await this.accounts.change(accountId, id, (account) => {
      changed = change(this.unseal(account) ?? { token: newToken(accountId, id) });
      return this.vault.seal(JSON.stringify(changed), getSecretOwner(account));
    });
    return changed ?? notFound('ESP account');
  }

  /** A webhook that no key of SECRETS_KEY decrypts counts as missing. */
  private unseal(account: EspAccountEntity): Webhook | undefined {
    if (account.webhook === null) return undefined;
    try {
      return JSON.parse(this.vault.open(account.webhook, getSecretOwner(account))) as Webhook;
    } catch {
      return undefined;
    }
  }
}

const getSecretOwner = ({ accountId, id }: EspAccountEntity): SecretOwner => ({
  accountId,
  rowId: id,
  field: 'webhook',
});

const newToken = (accountId: string, id: string): string =>
  buildWebhookToken(accountId, id, randomBytes(32).toString('base64url'));
