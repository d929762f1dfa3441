import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { getMailOutcomes, listMailAccounts, listMailOutcomes } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { MailOutcomesRepository } from './mail-outcomes.repository.js';

/** Serves the outcomes of emails to rebuild statistics (docs/statistics.md#rebuilding). */
@Controller()
export class MailOutcomesController {
  constructor(private readonly outcomes: MailOutcomesRepository) {}

  @Handles(listMailOutcomes)
  list(
    { accountId }: RequestContext,
    request: RequestOf<typeof listMailOutcomes>,
  ): Promise<ResponseInputOf<typeof listMailOutcomes>> {
    return this.outcomes.page(accountId, request);
  }

  @Handles(getMailOutcomes)
  async get(
    { accountId }: RequestContext,
    { log_ids }: RequestOf<typeof getMailOutcomes>,
  ): Promise<ResponseInputOf<typeof getMailOutcomes>> {
    return { mails: await this.outcomes.of(accountId, log_ids) };
  }

  @Handles(listMailAccounts)
  async accounts(
    _context: RequestContext,
    { after, limit }: RequestOf<typeof listMailAccounts>,
  ): Promise<ResponseInputOf<typeof listMailAccounts>> {
    return { account_ids: await this.outcomes.accounts(after, limit) };
  }
}
