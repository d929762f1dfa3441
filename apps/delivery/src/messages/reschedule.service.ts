import { Injectable } from '@nestjs/common';
import type { RequestContext, RequestOf, rescheduleMessage } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { BlobsRepository } from '../blobs/blobs.repository.js';
import { MessagesRepository } from './messages.repository.js';

/** Gives a scheduled email another time. */
@Injectable()
export class RescheduleService {
  constructor(
    private readonly messages: MessagesRepository,
    private readonly blobs: BlobsRepository,
  ) {}

  async reschedule(
    { accountId }: RequestContext,
    { log_id, send_at }: RequestOf<typeof rescheduleMessage>,
  ): Promise<void> {
    const mail = await this.messages.findSent(accountId, log_id);
    if (!mail) throw new ServiceError('not_found', 'Log not found');
    const kept = await this.blobs.keep(accountId, mail.content.attachments, send_at);
    if (!kept || !(await this.messages.reschedule(accountId, log_id, send_at)))
      throw new ServiceError('not_cancellable', 'This message is not scheduled, or its time has come');
  }
}
