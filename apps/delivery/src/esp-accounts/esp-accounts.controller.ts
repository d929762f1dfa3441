import { Controller } from '@nestjs/common';
import type { ResponseInputOf, EspAccountResource, RequestContext, RequestOf } from '@postrider/contracts';
import {
  checkSenderDomain,
  createEspAccount,
  deleteEspAccount,
  espKinds,
  getEspAccount,
  getEspAccountAttempts,
  getEspWebhook,
  getLastSendHour,
  listEspAccountsByPage,
  resolveEspWebhook,
  rotateEspWebhook,
  setDefaultEspAccount,
  testEspAccount,
  tryEspAccount,
  updateEspAccount,
  toTimestamp,
} from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { AttemptCountsRepository } from './attempt-counts.repository.js';
import { ConnectionTestsService } from './connection-tests.service.js';
import type { EspAccountEntity } from './esp-account.entity.js';
import { EspAccountsService } from './esp-accounts.service.js';
import { EspWebhooksService } from './esp-webhooks.service.js';
import { SenderDomainService } from './sender-domain.service.js';

/**
 * Credentials are never returned (docs/reference/esp-accounts.md); unset extension fields are omitted
 * (docs/guides/conventions.md).
 */
const toEspAccountResource = (
  { settings, ...account }: EspAccountEntity,
  defaultId: string | undefined,
): EspAccountResource => ({
  object: 'esp_account',
  id: account.id,
  created: toTimestamp(account.createdAt),
  esp_type: account.espType,
  provider: espKinds[account.espType].slug,
  name: account.name,
  is_default: account.id === defaultId,
  ...(account.credentials === null && { needs_credentials: true }),
  default_sender: account.defaultSender ?? undefined,
  region: settings.region,
  configuration_set: settings.configurationSet,
  implicit_tls: settings.implicitTls,
  bounces: settings.bounces,
  tracking: settings.tracking,
  rate_per_second: account.ratePerSecond ?? undefined,
  fallback: account.fallbackId ?? undefined,
});

@Controller()
export class EspAccountsController {
  constructor(
    private readonly accounts: EspAccountsService,
    private readonly webhooks: EspWebhooksService,
    private readonly tests: ConnectionTestsService,
    private readonly counts: AttemptCountsRepository,
    private readonly senderDomains: SenderDomainService,
  ) {}

  @Handles(getEspAccountAttempts)
  async attempts(
    { accountId }: RequestContext,
    { esp_id }: RequestOf<typeof getEspAccountAttempts>,
  ): Promise<ResponseInputOf<typeof getEspAccountAttempts>> {
    await this.accounts.get(accountId, esp_id);
    return { object: 'esp_account_attempts', hours: await this.counts.hours(accountId, esp_id) };
  }

  @Handles(getLastSendHour)
  async lastSend({ accountId }: RequestContext): Promise<ResponseInputOf<typeof getLastSendHour>> {
    return { begins: await this.counts.lastHour(accountId) };
  }

  @Handles(listEspAccountsByPage)
  async page(
    { accountId }: RequestContext,
    { esp_type, after }: RequestOf<typeof listEspAccountsByPage>,
  ): Promise<ResponseInputOf<typeof listEspAccountsByPage>> {
    const { accounts, ...rest } = await this.accounts.page(accountId, esp_type, after);
    return { items: await this.toResources(accountId, accounts), ...rest };
  }

  @Handles(getEspAccount)
  async get(
    { accountId }: RequestContext,
    { esp_id }: RequestOf<typeof getEspAccount>,
  ): Promise<ResponseInputOf<typeof getEspAccount>> {
    return this.toResource(accountId, await this.accounts.get(accountId, esp_id));
  }

  @Handles(createEspAccount)
  async create(
    context: RequestContext,
    request: RequestOf<typeof createEspAccount>,
  ): Promise<ResponseInputOf<typeof createEspAccount>> {
    return this.toResource(context.accountId, await this.accounts.create(context, request));
  }

  @Handles(updateEspAccount)
  async update(
    { accountId }: RequestContext,
    request: RequestOf<typeof updateEspAccount>,
  ): Promise<ResponseInputOf<typeof updateEspAccount>> {
    return this.toResource(accountId, await this.accounts.update(accountId, request));
  }

  @Handles(deleteEspAccount)
  async delete(
    { accountId }: RequestContext,
    { esp_id }: RequestOf<typeof deleteEspAccount>,
  ): Promise<ResponseInputOf<typeof deleteEspAccount>> {
    await this.accounts.delete(accountId, esp_id);
    return {};
  }

  @Handles(setDefaultEspAccount)
  async setDefault(
    { accountId }: RequestContext,
    { esp_id }: RequestOf<typeof setDefaultEspAccount>,
  ): Promise<ResponseInputOf<typeof setDefaultEspAccount>> {
    return this.toResource(accountId, await this.accounts.setDefault(accountId, esp_id));
  }

  @Handles(testEspAccount)
  test(
    { accountId }: RequestContext,
    { esp_id }: RequestOf<typeof testEspAccount>,
  ): Promise<ResponseInputOf<typeof testEspAccount>> {
    return this.tests.testStored(accountId, esp_id);
  }

  @Handles(tryEspAccount)
  try(
    { accountId }: RequestContext,
    request: RequestOf<typeof tryEspAccount>,
  ): Promise<ResponseInputOf<typeof tryEspAccount>> {
    return this.tests.testUnstored(accountId, request);
  }

  @Handles(checkSenderDomain)
  checkSender(
    { accountId }: RequestContext,
    request: RequestOf<typeof checkSenderDomain>,
  ): Promise<ResponseInputOf<typeof checkSenderDomain>> {
    return this.senderDomains.check(accountId, request);
  }

  @Handles(getEspWebhook)
  webhook(
    { accountId }: RequestContext,
    { esp_id }: RequestOf<typeof getEspWebhook>,
  ): Promise<ResponseInputOf<typeof getEspWebhook>> {
    return this.webhooks.show(accountId, esp_id);
  }

  @Handles(rotateEspWebhook)
  async rotateWebhook(
    { accountId }: RequestContext,
    { esp_id }: RequestOf<typeof rotateEspWebhook>,
  ): Promise<ResponseInputOf<typeof rotateEspWebhook>> {
    return { token: await this.webhooks.rotate(accountId, esp_id) };
  }

  @Handles(resolveEspWebhook)
  resolveWebhook(
    { accountId }: RequestContext,
    { token }: RequestOf<typeof resolveEspWebhook>,
  ): Promise<ResponseInputOf<typeof resolveEspWebhook>> {
    return this.webhooks.resolve(accountId, token);
  }

  private async toResources(accountId: string, accounts: readonly EspAccountEntity[]): Promise<EspAccountResource[]> {
    const defaultId = await this.accounts.defaultId(accountId);
    return accounts.map((account) => toEspAccountResource(account, defaultId));
  }

  private async toResource(accountId: string, account: EspAccountEntity): Promise<EspAccountResource> {
    return toEspAccountResource(account, await this.accounts.defaultId(accountId));
  }
}
