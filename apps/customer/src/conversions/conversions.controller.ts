import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { listConversions, recordConversion } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { ConversionsService } from './conversions.service.js';

@Controller()
export class ConversionsController {
  constructor(private readonly conversions: ConversionsService) {}

  @Handles(recordConversion)
  async record(
    context: RequestContext,
    request: RequestOf<typeof recordConversion>,
  ): Promise<ResponseInputOf<typeof recordConversion>> {
    await this.conversions.record(context, request);
    return {};
  }

  @Handles(listConversions)
  list(
    context: RequestContext,
    request: RequestOf<typeof listConversions>,
  ): Promise<ResponseInputOf<typeof listConversions>> {
    return this.conversions.list(context, request);
  }
}
