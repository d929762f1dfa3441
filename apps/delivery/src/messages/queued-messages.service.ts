import { Injectable } from '@nestjs/common';
import type { cancelMessage, RequestContext, RequestOf, rescheduleMessage } from '@postrider/contracts';
import { ServiceError, notFound } from '@postrider/contracts';
import { OutboxRelay } from '@postrider/outbox';
import { BlobsRepository } from '../blobs/blobs.repository.js';
import { endedEvent } from '../logs/mail-events.js';
import { cancelled, MessagesRepository } from './messages.repository.js';

/** Changes messages that were not handed to a provider yet (docs/reference/logs.md). */
@Injectable()
export class QueuedMessagesService {
  constructor(
    private readonly messages: MessagesRepository,
    private readonly blobs: BlobsRepository,
    private readonly relay: OutboxRelay,
  ) {}

  /** @throws ServiceError `not_found`, `not_cancellable` */
  async cancel(context: RequestContext, { log_id }: RequestOf<typeof cancelMessage>): Promise<void> {
    const mail = await this.messages.findRouted(context.accountId, log_id);
    if (!mail) notFound('Log');
    if (!(await this.messages.cancel(endedEvent(context, mail, cancelled), context.accountId, log_id)))
      throw new ServiceError('not_cancellable', 'This message is already handed to a provider or final');
    this.relay.wake();
  }

  /** Gives a scheduled email another time. @throws ServiceError `not_found`, `not_cancellable` */
  async reschedule(
    { accountId }: RequestContext,
    { log_id, send_at }: RequestOf<typeof rescheduleMessage>,
  ): Promise<void> {
    const mail = await this.messages.findSent(accountId, log_id);
    if (!mail) notFound('Log');
    const kept = await this.blobs.keep(accountId, mail.content.attachments, send_at);
    if (!kept || !(await this.messages.reschedule(accountId, log_id, send_at)))
      throw new ServiceError('not_cancellable', 'This message is not scheduled, or its time has come');
  }
}
