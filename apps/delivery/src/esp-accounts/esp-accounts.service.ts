import { Inject, Injectable } from '@nestjs/common';
import type {
  EspType,
  FieldError,
  RequestContext,
  RequestOf,
  createEspAccount,
  updateEspAccount,
} from '@postrider/contracts';
import { ServiceError, credentialsByType, findEspAccountErrors, newId, notFound } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import type { EspSettings } from '../drivers/driver-factory.js';
import { mailPorts } from '../drivers/egress-guard.js';
import type { EspAccountEntity } from './esp-account.entity.js';
import { missingCredentials } from './esp-account.entity.js';
import { builtinAccountId } from './lane.js';
import { EspDrivers } from './esp-drivers.js';
import { LaneLimits } from './lane-limits.js';
import { CredentialVault } from './credential-vault.js';
import type { ChosenEspAccount, EspAccountContent } from './esp-accounts.repository.js';
import { EspAccountsRepository } from './esp-accounts.repository.js';
import { EspWebhooksService } from './esp-webhooks.service.js';

type Create = RequestOf<typeof createEspAccount>;
type Update = RequestOf<typeof updateEspAccount>;

/** See docs/reference/esp-accounts.md. An ESP account of another tenant counts as not found. */
@Injectable()
export class EspAccountsService {
  constructor(
    private readonly accounts: EspAccountsRepository,
    private readonly vault: CredentialVault,
    private readonly drivers: EspDrivers,
    private readonly laneLimits: LaneLimits,
    private readonly webhooks: EspWebhooksService,
    @Inject(CONFIG) private readonly config: DeliveryConfig,
  ) {}

  page(
    accountId: string,
    espType: EspType | undefined,
    after: string | undefined,
  ): Promise<{ accounts: EspAccountEntity[]; next?: string }> {
    return this.accounts.page(accountId, espType, after);
  }

  /** The ESP account for email that names none. */
  async defaultId(accountId: string): Promise<string | undefined> {
    return (await this.accounts.choose(accountId, undefined))?.id;
  }

  /** The ESP account for an email. @throws ServiceError when there is none or it cannot be used */
  async choose(accountId: string, id: string | undefined): Promise<ChosenEspAccount> {
    const chosen = await this.accounts.choose(accountId, id);
    if (chosen?.needsCredentials) throw missingCredentials(chosen, 'esp_account');
    if (chosen) return chosen;
    if (id) throw new ServiceError('esp_account_not_found', 'ESP account not found');
    if (!this.config.DEFAULT_SMTP_URL)
      throw new ServiceError(
        'no_esp_account',
        'There is no ESP account to send with; create one with POST /esp_accounts',
      );
    return { id: builtinAccountId, name: builtinAccountId, needsCredentials: false, defaultSender: null, rated: false };
  }

  /** Checks that the schema cannot make. @throws ServiceError `invalid_request` */
  rejectFaults(espType: EspType, credentials: Readonly<Record<string, unknown>>): void {
    const errors = this.findPortErrors(espType, credentials);
    if (errors.length > 0) throw ServiceError.invalidFields(errors);
  }

  async get(accountId: string, id: string): Promise<EspAccountEntity> {
    return (await this.accounts.find(accountId, id)) ?? notFound('ESP account');
  }

  async create({ accountId, limits }: RequestContext, request: Create): Promise<EspAccountEntity> {
    this.rejectFaults(request.esp_type, request.credentials);
    const id = newId('espAccount');
    const credentials = this.vault.seal(JSON.stringify(request.credentials), { accountId, rowId: id });
    const account = await this.accounts.add(
      { accountId, id, espType: request.esp_type, credentials, ...toEspAccountContent(request) },
      { limits },
    );
    if (!account) return fallbackNotFound();
    if (request.webhook) await this.webhooks.verifyBy(accountId, id, request.webhook);
    return account;
  }

  /** Sends in this process use the change immediately, even if the account was paused; other processes within 30 s. */
  async update(accountId: string, request: Update): Promise<EspAccountEntity> {
    const { name, espType, credentials: sealed } = await this.get(accountId, request.esp_id);
    const owner = { accountId, rowId: request.esp_id };
    const credentials = request.credentials ?? this.open(sealed, owner);
    const errors = findEspAccountErrors(espType, { ...request, credentials });
    if (request.credentials) errors.push(...this.findPortErrors(espType, request.credentials));
    if (request.esp_type !== undefined && request.esp_type !== espType)
      errors.push({ field: 'esp_type', message: `must be ${espType}: the type of an ESP account cannot change` });
    if (request.fallback === request.esp_id) errors.push({ field: 'fallback', message: 'must be another ESP account' });
    if (errors.length > 0) throw ServiceError.invalidFields(errors);
    const resealed = request.credentials
      ? { credentials: this.vault.seal(JSON.stringify(request.credentials), owner) }
      : {};
    const changed = await this.accounts.change(accountId, request.esp_id, {
      ...toEspAccountContent({ ...request, name: request.name ?? name }),
      ...resealed,
    });
    if (changed === 'no such account') return notFound('ESP account');
    if (changed === 'no such fallback') return fallbackNotFound();
    if (request.webhook) await this.webhooks.verifyBy(accountId, request.esp_id, request.webhook);
    this.drivers.invalidate(request.esp_id);
    this.laneLimits.delete(request.esp_id);
    return this.get(accountId, request.esp_id);
  }

  async delete(accountId: string, id: string): Promise<void> {
    const use = await this.accounts.remove(accountId, id);
    if (!use) return notFound('ESP account');
    if (use.fallbackFor.length > 0)
      throw new ServiceError(
        'in_use',
        `This ESP account is the fallback of ${use.fallbackFor.map((name) => `"${name}"`).join(', ')}`,
      );
    if (use.waiting)
      throw new ServiceError(
        'in_use',
        'Emails wait to be sent through this ESP account; another one can send it (POST /esp_accounts/{id}/move_mail)',
      );
    this.drivers.invalidate(id);
    this.laneLimits.delete(id);
  }

  async setDefault(accountId: string, id: string): Promise<EspAccountEntity> {
    const known = await this.accounts.find(accountId, id);
    if (known?.credentials === null) throw missingCredentials(known, 'esp_id');
    const account = await this.accounts.setDefault(accountId, id);
    if (!account) throw new ServiceError('esp_account_not_found', 'ESP account not found');
    return account;
  }

  /** Ports are checked now rather than at every email. A stored port stays even if the operator forbids it later. */
  private findPortErrors(espType: EspType, credentials: Readonly<Record<string, unknown>>): FieldError[] {
    const allowed = mailPorts(this.config.SMTP_ALLOWED_PORTS);
    const port = credentialsByType[espType].shape['port']?.safeParse(credentials['port']).data;
    if (typeof port !== 'number' || allowed.has(port)) return [];
    return [{ field: 'credentials.port', message: `must be one of ${[...allowed].join(', ')}` }];
  }

  private open(sealed: string | null, owner: { accountId: string; rowId: string }): Record<string, unknown> {
    if (sealed === null) throw ServiceError.invalidField('credentials', 'are required: there are none yet');
    try {
      return JSON.parse(this.vault.open(sealed, owner)) as Record<string, unknown>;
    } catch {
      throw ServiceError.invalidField('credentials', 'are required: SECRETS_KEY does not decrypt the stored ones');
    }
  }
}

export const toEspAccountContent = (
  request: Omit<Update, 'esp_id' | 'name'> & { readonly name: string },
): EspAccountContent => ({
  name: request.name,
  defaultSender: request.default_sender ?? null,
  settings: toSettings(request),
  ratePerSecond: request.rate_per_second ?? null,
  fallbackId: request.fallback ?? null,
});

export const toSettings = ({
  region,
  configuration_set: configurationSet,
  implicit_tls: implicitTls,
  bounces,
  tracking,
}: Pick<Update, 'region' | 'configuration_set' | 'implicit_tls' | 'bounces' | 'tracking'>): EspSettings => ({
  region,
  configurationSet,
  implicitTls,
  bounces,
  tracking,
});

function fallbackNotFound(): never {
  throw new ServiceError('esp_account_not_found', 'The fallback ESP account was not found', [
    { field: 'fallback', message: 'must be the id of another ESP account' },
  ]);
}
