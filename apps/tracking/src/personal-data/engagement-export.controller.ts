import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { exportEngagements } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { EngagementExportRepository } from './engagement-export.repository.js';

@Controller()
export class EngagementExportController {
  constructor(private readonly engagements: EngagementExportRepository) {}

  @Handles(exportEngagements)
  export(
    { accountId }: RequestContext,
    { log_ids }: RequestOf<typeof exportEngagements>,
  ): Promise<ResponseInputOf<typeof exportEngagements>> {
    return this.engagements.listForLogs(accountId, log_ids);
  }
}
