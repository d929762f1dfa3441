import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf } from '@postrider/contracts';
import { addressKey, getLog, listCustomerLogs, listLogEvents, listLogs, ServiceError } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { LogsRepository } from './logs.repository.js';

@Controller()
export class LogsController {
  constructor(private readonly logs: LogsRepository) {}

  @Handles(listLogs)
  list(context: RequestContext, query: RequestOf<typeof listLogs>): Promise<AnswerOf<typeof listLogs>> {
    return this.logs.list(context.accountId, query);
  }

  @Handles(getLog)
  async get(context: RequestContext, { log_id }: RequestOf<typeof getLog>): Promise<AnswerOf<typeof getLog>> {
    return (await this.logs.find(context.accountId, log_id)) ?? logNotFound();
  }

  @Handles(listLogEvents)
  async events(
    context: RequestContext,
    { log_id }: RequestOf<typeof listLogEvents>,
  ): Promise<AnswerOf<typeof listLogEvents>> {
    const events = await this.logs.events(context.accountId, log_id);
    return events.length > 0 ? events : logNotFound();
  }

  @Handles(listCustomerLogs)
  ofCustomer(
    context: RequestContext,
    { email, count, ...range }: RequestOf<typeof listCustomerLogs>,
  ): Promise<AnswerOf<typeof listCustomerLogs>> {
    return this.logs.listOfRecipient(context.accountId, addressKey(email), count, range);
  }
}

function logNotFound(): never {
  throw new ServiceError('not_found', 'Log not found');
}
