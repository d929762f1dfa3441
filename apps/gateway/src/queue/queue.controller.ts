import { Controller } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { getQueue } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { CurrentContext, Endpoint } from '../http/endpoint.js';

/** See docs/reference/queue.md. */
@Controller('queue')
export class QueueController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', getQueue.response, {
    summary: 'Show the queue',
    description: 'Waiting emails by ESP account, with the oldest due time and the state of the account.',
    calls: getQueue,
  })
  get(@CurrentContext() context: RequestContext) {
    return this.services.call(getQueue, context, {});
  }
}
