import { Injectable } from '@nestjs/common';
import type { RequestContext, Receipt, RequestOf, resendMessage } from '@postrider/contracts';
import { isPseudonym, ServiceError } from '@postrider/contracts';
import { TenantPool } from '@postrider/service';
import { BlobsRepository } from '../blobs/blobs.repository.js';
import { builtinAccountId } from '../esp-accounts/builtin-account.js';
import { repeatedThrough } from '../esp-accounts/mail-route.js';
import { isUndecided } from '../attempts/due-mails.js';
import type { MessageContent } from '../mail/message-content.js';
import { copyOf } from '../mail/message-content.js';
import { MessageCommit } from './message-commit.js';
import { unsendableAddresses } from './unsendable-addresses.js';

interface Sendable {
  readonly artifactId: string;
  readonly espAccountId: string;
  /** Null: the account was deleted, or is the built-in one. */
  readonly rated: boolean | null;
  readonly templateId: string;
  readonly templateName: string;
  readonly versionName: string;
  readonly locale: string;
  readonly content: MessageContent;
}

/** POST /resend: what was accepted then, word for word and through the same ESP account, as a new message; where that was deleted, through the one that took over. */
@Injectable()
export class ResendService {
  constructor(
    private readonly messages: MessageCommit,
    private readonly blobs: BlobsRepository,
    private readonly tenantPool: TenantPool,
  ) {}

  resend(context: RequestContext, request: RequestOf<typeof resendMessage>): Promise<Receipt> {
    return this.messages.once(context, request.idempotency, () => this.decide(context, request));
  }

  private async decide(
    context: RequestContext,
    { log_id, test, idempotency }: RequestOf<typeof resendMessage>,
  ): Promise<Receipt> {
    const message = await this.find(context.accountId, log_id);
    if (!message) throw new ServiceError('log_not_found', `No SendLog with id ${log_id.slice(0, 64)} found`);
    if (isUndecided(message))
      throw ServiceError.invalidFields([{ field: 'log_id', message: 'is of a mail that has not been sent yet' }]);
    if (isPseudonym(message.content.recipient.address))
      throw ServiceError.invalidFields([{ field: 'log_id', message: 'is of a mail whose recipient was erased' }]);
    if (unsendableAddresses(message.content).length > 0)
      throw ServiceError.invalidFields([
        { field: 'log_id', message: 'is of a message with an address that no mail can have' },
      ]);
    if (!(await this.blobs.keep(context.accountId, message.content.attachments))) {
      throw ServiceError.invalidFields([
        { field: 'log_id', message: 'is of a message whose attachments are not stored any more' },
      ]);
    }
    const { espAccountId, rated, content, ...chosen } = message;
    if (rated === null && espAccountId !== builtinAccountId)
      throw new ServiceError('esp_account_not_found', 'The ESP account of this message was deleted');
    return this.messages.commit(
      context,
      { source: 'resend' },
      {
        ...chosen,
        content: copyOf(content),
        espAccount: { id: espAccountId, rated: rated ?? false },
        test,
        idempotency,
      },
    );
  }

  private async find(accountId: string, logId: string): Promise<Sendable | undefined> {
    const { rows } = await this.tenantPool.query<Sendable>(accountId, {
      name: 'message-to-resend',
      text: `select artifact_id as "artifactId", messages.esp_account_id as "espAccountId", case when esp.id is not null then esp.rate_per_second is not null end as rated, content,
                    logs.template_id as "templateId", template_name as "templateName", version_name as "versionName", locale
             from (
               select account_id, id, artifact_id, content, ${repeatedThrough} as esp_account_id
               from messages_as_sent as messages where account_id = $1 and id = $2
             ) as messages
             join logs using (account_id, id)
             left join esp_accounts as esp on esp.account_id = messages.account_id and esp.id = messages.esp_account_id`,
      values: [accountId, logId],
    });
    return rows[0];
  }
}
