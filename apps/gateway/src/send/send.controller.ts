import { Body, Controller, Res } from '@nestjs/common';
import { inTurns } from '@postrider/concurrency';
import type { Receipt, RequestContext } from '@postrider/contracts';
import { acceptMessage, ok, receipt, resendMessage, sendBody } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { Response } from 'express';
import type { z } from 'zod';
import { checkScope } from '../authentication/scope.guard.js';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, CurrentContext, Endpoint, success } from '../http/endpoint.js';
import { largeBody } from '../http/endpoint-metadata.js';
import { AttachmentUploader } from './attachment-uploader.js';
import { checkAttachments } from './attachments.js';
import type { Idempotent } from './idempotency.js';
import { IdempotencyKey } from './idempotency.js';

const receiptAnswer = ok.extend(receipt.omit({ replayed: true }).shape);
const resendBody = resendMessage.request.pick({ log_id: true });

/** Responds after the message is committed (docs/guides/sending.md#what-is-promised). */
@Controller()
export class SendController {
  constructor(
    private readonly services: ContractClient,
    private readonly attachments: AttachmentUploader,
  ) {}

  @Endpoint('POST', 'send', 'send', receiptAnswer, {
    summary: 'Send an email',
    description:
      'A 200 means that the mail is stored and reaches a final status. Follow it at `GET /logs/{log_id}` with the receipt.',
    asks: acceptMessage,
    idempotent: true,
    turn: 'first',
    body: largeBody,
  })
  async send(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @IdempotencyKey() idempotent: Idempotent,
    @Body({ schema: sendBody }) { inline, files, ...body }: z.output<typeof sendBody>,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (body.ignore_suppressions) checkScope(caller, { scope: 'manage' });
    const checked = await inTurns(context.accountId, checkAttachments(inline, files));
    const attachments = await this.attachments.store(context, checked);
    const sender = caller.defaultSender ? { default_sender: caller.defaultSender } : {};
    return toAnswer(
      response,
      await this.services.call(acceptMessage, context, {
        ...contentOf(body),
        attachments,
        test: caller.kind === 'test',
        ...sender,
        ...(caller.tracking ? { account_tracking: caller.tracking } : {}),
        ...idempotent,
      }),
    );
  }

  @Endpoint('POST', 'resend', 'send', receiptAnswer, {
    summary: 'Resend an email',
    description: 'As a new mail with its own log.',
    asks: resendMessage,
    idempotent: true,
    turn: 'first',
  })
  async resend(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @IdempotencyKey() idempotent: Idempotent,
    @Body({ schema: resendBody }) { log_id }: z.output<typeof resendBody>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return toAnswer(
      response,
      await this.services.call(resendMessage, context, { log_id, test: caller.kind === 'test', ...idempotent }),
    );
  }
}

function toAnswer(response: Response, { receipt_id, email, replayed }: Receipt) {
  if (replayed) response.setHeader('Idempotency-Replayed', 'true');
  return success({ receipt_id, email });
}

type SendContent = Omit<z.output<typeof sendBody>, 'inline' | 'files'>;

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
