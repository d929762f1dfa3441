import { Injectable } from '@nestjs/common';
import type { RequestContext, Receipt, RequestOf, resendMessage } from '@postrider/contracts';
import { isPseudonym, ServiceError } from '@postrider/contracts';
import { BlobsRepository } from '../blobs/blobs.repository.js';
import { builtinAccountId } from '../esp-accounts/lane.js';
import { isUndecided } from '../attempts/due-mails.js';
import { copyContent } from '../mail/message-content.js';
import { MessageCommit } from './message-commit.js';
import { MessagesRepository } from './messages.repository.js';
import { unsendableAddresses } from './accepted-content.js';

/**
 * POST /resend: sends the stored content as a new message through the same ESP account, or the one that took over a
 * deleted one.
 */
@Injectable()
export class ResendService {
  constructor(
    private readonly messages: MessageCommit,
    private readonly blobs: BlobsRepository,
    private readonly stored: MessagesRepository,
  ) {}

  resend(context: RequestContext, request: RequestOf<typeof resendMessage>): Promise<Receipt> {
    return this.messages.once(context, request.idempotency, () => this.decide(context, request));
  }

  private async decide(
    context: RequestContext,
    { log_id, test, idempotency }: RequestOf<typeof resendMessage>,
  ): Promise<Receipt> {
    const message = await this.stored.findSendable(context.accountId, log_id);
    if (!message) throw new ServiceError('log_not_found', `No log with id ${log_id.slice(0, 64)} found`);
    if (isUndecided(message)) throw ServiceError.invalidField('log_id', 'is of an email that has not been sent yet');
    if (isPseudonym(message.content.recipient.address))
      throw ServiceError.invalidField('log_id', 'is of an email whose recipient was erased');
    if (unsendableAddresses(message.content).length > 0)
      throw ServiceError.invalidField('log_id', 'is of a message with an invalid address');
    if (!(await this.blobs.keep(context.accountId, message.content.attachments))) {
      throw ServiceError.invalidField('log_id', 'is of a message whose attachments are no longer stored');
    }
    const { espAccountId, rated, content, ...chosen } = message;
    if (rated === null && espAccountId !== builtinAccountId)
      throw new ServiceError('esp_account_not_found', 'The ESP account of this message was deleted');
    return this.messages.commit(
      context,
      'resend',
      [{ ...chosen, content: copyContent(content), espAccount: { id: espAccountId, rated: rated ?? false }, test }],
      idempotency,
    );
  }
}
