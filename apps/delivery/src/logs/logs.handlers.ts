import { Controller } from '@nestjs/common';
import type { AnswerOf, Call, RequestOf } from '@postrider/contracts';
import { getLog, listCustomerLogs, listLogEvents, listLogs, ServiceError } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { recipientKey } from '../messages/message-content.js';
import { LogsRepository } from './logs.repository.js';

@Controller()
export class LogsHandlers {
  constructor(private readonly logs: LogsRepository) {}

  @Handles(listLogs)
  list(call: Call, query: RequestOf<typeof listLogs>): Promise<AnswerOf<typeof listLogs>> {
    return this.logs.list(call.accountId, query);
  }

  @Handles(getLog)
  async get(call: Call, { log_id }: RequestOf<typeof getLog>): Promise<AnswerOf<typeof getLog>> {
    return (await this.logs.find(call.accountId, log_id)) ?? logNotFound();
  }

  @Handles(listLogEvents)
  async events(call: Call, { log_id }: RequestOf<typeof listLogEvents>): Promise<AnswerOf<typeof listLogEvents>> {
    const events = await this.logs.events(call.accountId, log_id);
    return events.length > 0 ? events : logNotFound();
  }

  @Handles(listCustomerLogs)
  ofCustomer(call: Call, { email, count, ...range }: RequestOf<typeof listCustomerLogs>): Promise<AnswerOf<typeof listCustomerLogs>> {
    return this.logs.listOfRecipient(call.accountId, recipientKey(email), count, range);
  }
}

function logNotFound(): never {
  throw new ServiceError('not_found', 'Log not found');
}
