import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf } from '@postrider/contracts';
import { addressKey, exportLogs } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { LogExportRepository } from './log-export.repository.js';

@Controller()
export class LogExportController {
  constructor(private readonly logs: LogExportRepository) {}

  @Handles(exportLogs)
  export(
    { accountId }: RequestContext,
    { email, after }: RequestOf<typeof exportLogs>,
  ): Promise<AnswerOf<typeof exportLogs>> {
    return this.logs.page(accountId, addressKey(email), after);
  }
}
