import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { getQueue, moveMail, retryEspAccount } from '@postrider/contracts';
import { RecentUsage } from '@postrider/limits';
import { Handles } from '@postrider/messaging';
import { QueueService } from './queue.service.js';
import { QueueView } from './queue-view.js';

@Controller()
export class QueueController {
  private readonly recent = new RecentUsage(({ accountId }) => this.view.of(accountId));

  constructor(
    private readonly view: QueueView,
    private readonly queue: QueueService,
  ) {}

  @Handles(getQueue)
  get(context: RequestContext): Promise<ResponseInputOf<typeof getQueue>> {
    return this.recent.for(context);
  }

  @Handles(moveMail)
  move(context: RequestContext, request: RequestOf<typeof moveMail>): Promise<ResponseInputOf<typeof moveMail>> {
    return this.queue.move(context, request);
  }

  @Handles(retryEspAccount)
  retry(
    context: RequestContext,
    request: RequestOf<typeof retryEspAccount>,
  ): Promise<ResponseInputOf<typeof retryEspAccount>> {
    return this.queue.retry(context, request);
  }
}
