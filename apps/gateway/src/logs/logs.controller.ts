import { Controller, Param, Query } from '@nestjs/common';
import type { Call, LogsQuery } from '@postrider/contracts';
import { cancelMessage, getLog, listLogEvents, listLogs, logsQuery, ok, okAnswer } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { CallContext, Endpoint } from '../http/endpoint.js';

/** SPEC.md section 4, Logs; cancelling is API.md section 5. */
@Controller('logs')
export class LogsController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', listLogs.response)
  list(@CallContext() call: Call, @Query({ schema: logsQuery }) query: LogsQuery) {
    return this.services.call(listLogs, call, query);
  }

  @Endpoint('GET', ':log_id', 'read', getLog.response)
  get(@CallContext() call: Call, @Param('log_id') log_id: string) {
    return this.services.call(getLog, call, { log_id });
  }

  @Endpoint('GET', ':log_id/events', 'read', listLogEvents.response)
  listEvents(@CallContext() call: Call, @Param('log_id') log_id: string) {
    return this.services.call(listLogEvents, call, { log_id });
  }

  @Endpoint('POST', ':log_id/cancel', 'send', ok)
  async cancel(@CallContext() call: Call, @Param('log_id') log_id: string) {
    await this.services.call(cancelMessage, call, { log_id });
    return okAnswer;
  }
}
