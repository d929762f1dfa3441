import { Injectable } from '@nestjs/common';
import type { RequestContext, cancelMessage, RequestOf } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { OutboxRelay } from '@postrider/outbox';
import { endedEvent } from '../logs/mail-events.js';
import { cancelled, MessagesRepository } from './messages.repository.js';

/** POST /logs/{id}/cancel (docs/reference/logs.md): drops a message that was not handed to a provider yet. */
@Injectable()
export class CancelService {
  constructor(
    private readonly messages: MessagesRepository,
    private readonly relay: OutboxRelay,
  ) {}

  async cancel(context: RequestContext, { log_id }: RequestOf<typeof cancelMessage>): Promise<void> {
    const mail = await this.messages.findRouted(context.accountId, log_id);
    if (!mail) throw new ServiceError('not_found', 'Log not found');
    if (!(await this.messages.cancel(endedEvent(context, mail, cancelled), context.accountId, log_id)))
      throw new ServiceError('not_cancellable', 'This message is already handed to a provider or final');
    this.relay.wake();
  }
}
