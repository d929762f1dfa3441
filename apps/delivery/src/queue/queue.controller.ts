import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext } from '@postrider/contracts';
import { getQueue } from '@postrider/contracts';
import { RecentAnswers } from '@postrider/limits';
import { Handles } from '@postrider/messaging';
import { QueueView } from './queue-view.js';

@Controller()
export class QueueController {
  private readonly recent = new RecentAnswers(({ accountId }) => this.queue.of(accountId));

  constructor(private readonly queue: QueueView) {}

  @Handles(getQueue)
  get(context: RequestContext): Promise<AnswerOf<typeof getQueue>> {
    return this.recent.for(context);
  }
}
