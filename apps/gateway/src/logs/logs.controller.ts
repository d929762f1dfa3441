import { Controller, Param, Query } from '@nestjs/common';
import type { RequestContext, LogsQuery } from '@postrider/contracts';
import { cancelMessage, getLog, listLogEvents, listLogs, logsQuery, ok, okAnswer } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { CurrentContext, Endpoint } from '../http/endpoint.js';

/** See docs/api.md#logs. */
@Controller('logs')
export class LogsController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', listLogs.response)
  list(@CurrentContext() context: RequestContext, @Query({ schema: logsQuery }) query: LogsQuery) {
    return this.services.call(listLogs, context, query);
  }

  @Endpoint('GET', ':log_id', 'read', getLog.response)
  get(@CurrentContext() context: RequestContext, @Param('log_id') log_id: string) {
    return this.services.call(getLog, context, { log_id });
  }

  @Endpoint('GET', ':log_id/events', 'read', listLogEvents.response)
  listEvents(@CurrentContext() context: RequestContext, @Param('log_id') log_id: string) {
    return this.services.call(listLogEvents, context, { log_id });
  }

  @Endpoint('POST', ':log_id/cancel', 'send', ok)
  async cancel(@CurrentContext() context: RequestContext, @Param('log_id') log_id: string) {
    await this.services.call(cancelMessage, context, { log_id });
    return okAnswer;
  }
}
