import { Injectable } from '@nestjs/common';
import { runInTurns } from '@postrider/concurrency';
import type { Receipt, RequestContext, sendBody } from '@postrider/contracts';
import { acceptMessage } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import { checkScope } from '../authentication/scope.guard.js';
import type { Caller } from '../http/caller.js';
import { AttachmentUploader } from './attachment-uploader.js';
import type { Attachment } from './attachments.js';
import { checkAttachments } from './attachments.js';
import type { Idempotent } from './idempotency.js';

type SendBody = z.output<typeof sendBody>;
/** A mail of any interface. Only `POST /send` is limited to one inline image. */
export type Mail = Omit<SendBody, 'inline' | 'files'> & {
  readonly inline?: Attachment | readonly Attachment[] | undefined;
  readonly files?: readonly Attachment[] | undefined;
};

/** Sends the mail of every interface: stores its attachments and passes it to delivery. */
@Injectable()
export class SendService {
  constructor(
    private readonly services: ContractClient,
    private readonly attachments: AttachmentUploader,
  ) {}

  /** Resolves after the mail is committed. @throws ServiceError */
  async send(
    context: RequestContext,
    caller: Caller,
    { inline, files, ...body }: Mail,
    idempotent: Idempotent,
  ): Promise<Receipt> {
    if (body.ignore_suppressions) checkScope(caller, { scope: 'manage' });
    const checked = await runInTurns(context.accountId, checkAttachments(inline, files));
    const attachments = await this.attachments.store(context, checked);
    return this.services.call(acceptMessage, context, {
      ...contentOf(body),
      attachments,
      test: caller.kind === 'test',
      ...(caller.defaultSender ? { default_sender: caller.defaultSender } : {}),
      ...(caller.tracking ? { account_tracking: caller.tracking } : {}),
      ...idempotent,
    });
  }
}

type SendContent = Omit<SendBody, 'inline' | 'files'>;

/** Content without a template in one object, as delivery expects it. */
function contentOf({ subject, html, text, preheader, amp_html, language, sender, to, ...content }: SendContent) {
  const { template } = content;
  const [recipient, ...others] = content.recipient ? [content.recipient] : (to ?? []);
  return {
    ...content,
    recipient: recipient!,
    ...(others.length > 0 && {
      cc: [...others.map((copy) => ({ ...copy, to: true as const })), ...(content.cc ?? [])],
    }),
    ...(sender && { sender: { ...sender, reply_to: sender.reply_to ?? sender.address, name: sender.name ?? '' } }),
    ...(subject !== undefined &&
      (template === undefined ? { own_content: { subject, html, text, preheader, amp_html, language } } : { subject })),
  };
}
