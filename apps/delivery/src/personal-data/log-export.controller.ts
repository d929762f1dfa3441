import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { addressKey, exportLogs } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { LogExportService } from './log-export.service.js';

@Controller()
export class LogExportController {
  constructor(private readonly logs: LogExportService) {}

  @Handles(exportLogs)
  export(
    context: RequestContext,
    { email, after }: RequestOf<typeof exportLogs>,
  ): Promise<ResponseInputOf<typeof exportLogs>> {
    return this.logs.page(context, addressKey(email), after);
  }
}
