import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import {
  addressKey,
  getLog,
  listAttempts,
  listCustomerLogs,
  listLogEvents,
  listLogs,
  listNewerLogs,
  searchLogs,
  notFound,
} from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { LogSearchService } from './log-search.service.js';
import { LogsRepository } from './logs.repository.js';

@Controller()
export class LogsController {
  constructor(
    private readonly logs: LogsRepository,
    private readonly searches: LogSearchService,
  ) {}

  @Handles(listLogs)
  list(context: RequestContext, query: RequestOf<typeof listLogs>): Promise<ResponseInputOf<typeof listLogs>> {
    return this.logs.list(context.accountId, query);
  }

  @Handles(listNewerLogs)
  newer(
    context: RequestContext,
    request: RequestOf<typeof listNewerLogs>,
  ): Promise<ResponseInputOf<typeof listNewerLogs>> {
    return this.searches.newer(context, request);
  }

  @Handles(searchLogs)
  search(context: RequestContext, query: RequestOf<typeof searchLogs>): Promise<ResponseInputOf<typeof searchLogs>> {
    return this.searches.search(context, query);
  }

  @Handles(getLog)
  async get(context: RequestContext, { log_id }: RequestOf<typeof getLog>): Promise<ResponseInputOf<typeof getLog>> {
    return (await this.logs.find(context.accountId, log_id)) ?? notFound('Log');
  }

  @Handles(listLogEvents)
  async events(
    context: RequestContext,
    { log_id }: RequestOf<typeof listLogEvents>,
  ): Promise<ResponseInputOf<typeof listLogEvents>> {
    const events = await this.logs.events(context.accountId, log_id);
    return events.length > 0 ? events : notFound('Log');
  }

  @Handles(listAttempts)
  async attempts(
    context: RequestContext,
    { log_id }: RequestOf<typeof listAttempts>,
  ): Promise<ResponseInputOf<typeof listAttempts>> {
    return (await this.logs.attempts(context.accountId, log_id)) ?? notFound('Log');
  }

  @Handles(listCustomerLogs)
  listForCustomer(
    context: RequestContext,
    { email, count, ...range }: RequestOf<typeof listCustomerLogs>,
  ): Promise<ResponseInputOf<typeof listCustomerLogs>> {
    return this.logs.listOfRecipient(context.accountId, addressKey(email), count, range);
  }
}
