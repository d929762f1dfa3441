import { Injectable } from '@nestjs/common';
import { runInTurns } from '@postrider/concurrency';
import type { AttachmentRef, Receipt, RequestContext, sendBody } from '@postrider/contracts';
import { acceptMessage, addressKey, maxContentMime } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import { checkScope } from '../authentication/scope.guard.js';
import type { Caller } from '../http/caller.js';
import { RequestLimits } from '../limits/request-limits.js';
import { AttachmentUploader } from './attachment-uploader.js';
import type { Attachment, CheckedAttachment } from './attachments.js';
import { checkAttachments } from './attachments.js';
import { Base64Content } from './base64-content.js';
import type { Idempotent } from './idempotency.js';

type SendBody = z.output<typeof sendBody>;
/** An email of any interface. Only `POST /send` is limited to one inline image. */
export type Mail = Omit<SendBody, 'inline' | 'files'> & {
  readonly inline?: Attachment | readonly Attachment[] | undefined;
  readonly files?: readonly Attachment[] | undefined;
  /** The whole email in MIME, to be sent as it is. */
  readonly raw?: Buffer | undefined;
};

/** Sends the email of every interface: stores its attachments and passes it to delivery. */
@Injectable()
export class SendService {
  constructor(
    private readonly services: ContractClient,
    private readonly attachments: AttachmentUploader,
    private readonly limits: RequestLimits,
  ) {}

  /** Resolves after the email is committed. @throws ServiceError */
  async send(
    context: RequestContext,
    caller: Caller,
    { inline, files, raw, ...content }: Mail,
    idempotent: Idempotent,
  ): Promise<Receipt> {
    checkRights(caller, content);
    if (content.separate) for (const _further of content.to!.slice(1)) this.limits.countRequest(caller);
    const attachments = await this.storeAttachments(context, { inline, files });
    // Stored with its content, which costs no further statement. With files, it may be kept only as long as they are.
    if (raw && attachments.length === 0 && raw.length <= maxContentMime)
      return this.accept(context, caller, { ...content, attachments, mime: raw.toString('latin1') }, idempotent);
    if (raw) attachments.push(...(await this.attachments.store(context, [wholeMail(raw)])));
    return this.accept(context, caller, { ...content, attachments }, idempotent);
  }

  /** For several emails with the same attachments. @throws ServiceError */
  async storeAttachments(
    context: RequestContext,
    { inline, files }: Pick<Mail, 'inline' | 'files'>,
  ): Promise<AttachmentRef[]> {
    return this.attachments.store(context, await runInTurns(context.accountId, checkAttachments(inline, files)));
  }

  /** Resolves after the email is committed. @throws ServiceError */
  async accept(
    context: RequestContext,
    caller: Caller,
    { attachments, ...content }: SendContent & { readonly attachments: AttachmentRef[] },
    idempotent: Idempotent,
  ): Promise<Receipt> {
    checkRights(caller, content);
    return this.services.call(acceptMessage, context, {
      ...toContent(content),
      attachments,
      test: caller.kind === 'test',
      ...(caller.defaultSender ? { default_sender: caller.defaultSender } : {}),
      ...(caller.tracking ? { account_tracking: caller.tracking } : {}),
      ...idempotent,
    });
  }
}

/** `mime`: the whole email, see `acceptMessage`. */
type SendContent = Omit<SendBody, 'inline' | 'files'> & { readonly mime?: string };

const wholeMail = (raw: Buffer): CheckedAttachment => ({
  name: 'mail.eml',
  disposition: 'raw',
  content: new Base64Content(raw.toString('base64')),
});

function checkRights(caller: Caller, { ignore_suppressions }: Pick<Mail, 'ignore_suppressions'>): void {
  if (ignore_suppressions) checkScope(caller, { scope: 'manage' });
}

/** Content without a template in one object, as delivery expects it. */
export function toContent({
  subject,
  html,
  text,
  preheader,
  amp_html,
  engine,
  language = engine,
  mime,
  sender,
  to,
  separate,
  ...content
}: SendContent) {
  const { template } = content;
  const [recipient, ...others] = content.recipient ? [content.recipient] : distinct(to ?? []);
  return {
    ...content,
    recipient: recipient!,
    ...(separate && { others }),
    ...(others.length > 0 &&
      !separate && {
        cc: [...others.map((copy) => ({ ...copy, to: true as const })), ...(content.cc ?? [])],
      }),
    ...(sender && { sender: { ...sender, reply_to: sender.reply_to ?? sender.address, name: sender.name ?? '' } }),
    ...(subject !== undefined &&
      (template === undefined
        ? {
            own_content:
              mime === undefined ? { subject, html, text, preheader, amp_html, language } : { subject, mime },
          }
        : { subject })),
  };
}

/** The first of each address. */
function distinct<Mailbox extends { readonly address: string }>(mailboxes: readonly Mailbox[]): Mailbox[] {
  const keys = mailboxes.map(({ address }) => addressKey(address));
  return mailboxes.filter((_mailbox, index) => keys.indexOf(keys[index]!) === index);
}
