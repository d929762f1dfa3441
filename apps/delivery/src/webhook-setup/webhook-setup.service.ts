import { Injectable } from '@nestjs/common';
import type { AnswerOf, setUpEspWebhook } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { EspAccountsRepository } from '../esp-accounts/esp-accounts.repository.js';
import { ProviderTurns } from '../esp-accounts/provider-turns.js';
import { WebhookSetup } from './webhook-setup.js';

/** The set-up that a caller asks for, of an ESP account of its own. */
@Injectable()
export class WebhookSetupService {
  constructor(
    private readonly accounts: EspAccountsRepository,
    private readonly turns: ProviderTurns,
    private readonly setup: WebhookSetup,
  ) {}

  async run(accountId: string, id: string, publicUrl: string): Promise<AnswerOf<typeof setUpEspWebhook>> {
    const account = await this.accounts.find(accountId, id);
    if (!account) throw new ServiceError('not_found', 'ESP account not found');
    const { token } = await this.turns.take(accountId, () => this.setup.run(account, publicUrl));
    return { token };
  }
}
