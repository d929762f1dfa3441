import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { takeReport } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { ProviderEventsService } from './provider-events.service.js';

@Controller()
export class ProviderEventsController {
  constructor(private readonly events: ProviderEventsService) {}

  @Handles(takeReport)
  async take(
    context: RequestContext,
    request: RequestOf<typeof takeReport>,
  ): Promise<ResponseInputOf<typeof takeReport>> {
    await this.events.take(context, request);
    return {};
  }
}
