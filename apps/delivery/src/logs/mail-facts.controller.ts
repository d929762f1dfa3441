import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf } from '@postrider/contracts';
import { getMailFacts, listMailAccounts, listMailFacts } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { MailFactsRepository } from './mail-facts.repository.js';

/** Serves the facts of logs to rebuild statistics (docs/statistics.md#rebuilding). */
@Controller()
export class MailFactsController {
  constructor(private readonly facts: MailFactsRepository) {}

  @Handles(listMailFacts)
  list(
    { accountId }: RequestContext,
    request: RequestOf<typeof listMailFacts>,
  ): Promise<AnswerOf<typeof listMailFacts>> {
    return this.facts.page(accountId, request);
  }

  @Handles(getMailFacts)
  async get(
    { accountId }: RequestContext,
    { log_ids }: RequestOf<typeof getMailFacts>,
  ): Promise<AnswerOf<typeof getMailFacts>> {
    return { mails: await this.facts.of(accountId, log_ids) };
  }

  @Handles(listMailAccounts)
  async accounts(
    _context: RequestContext,
    { after, limit }: RequestOf<typeof listMailAccounts>,
  ): Promise<AnswerOf<typeof listMailAccounts>> {
    return { account_ids: await this.facts.accounts(after, limit) };
  }
}
