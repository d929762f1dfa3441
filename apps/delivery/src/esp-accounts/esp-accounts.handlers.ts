import { Controller } from '@nestjs/common';
import type { AnswerOf, Call, RequestOf } from '@postrider/contracts';
import { createEspAccount, listEspAccounts, newId, ServiceError, setDefaultEspAccount } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { CredentialVault } from './credential-vault.js';
import { toEspAccountResource } from './esp-account.mapper.js';
import { EspAccountsRepository } from './esp-accounts.repository.js';

@Controller()
export class EspAccountsHandlers {
  constructor(private readonly accounts: EspAccountsRepository, private readonly vault: CredentialVault) {}

  @Handles(listEspAccounts)
  async list(call: Call, { esp_type }: RequestOf<typeof listEspAccounts>): Promise<AnswerOf<typeof listEspAccounts>> {
    return (await this.accounts.list(call.accountId, esp_type)).map(toEspAccountResource);
  }

  @Handles(createEspAccount)
  async create({ accountId }: Call, request: RequestOf<typeof createEspAccount>): Promise<AnswerOf<typeof createEspAccount>> {
    const id = newId('espAccount');
    const credentials = this.vault.seal(JSON.stringify(request.credentials), { accountId, rowId: id });
    const { esp_type: espType, name, default_sender: defaultSender = null } = request;
    return toEspAccountResource(await this.accounts.add({ accountId, id, espType, name, credentials, defaultSender }));
  }

  @Handles(setDefaultEspAccount)
  async setDefault(call: Call, { esp_id }: RequestOf<typeof setDefaultEspAccount>): Promise<AnswerOf<typeof setDefaultEspAccount>> {
    const account = await this.accounts.setDefault(call.accountId, esp_id);
    if (!account) throw new ServiceError('esp_account_not_found', 'ESP account not found');
    return toEspAccountResource(account);
  }
}
