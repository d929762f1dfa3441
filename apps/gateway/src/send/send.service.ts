import { Injectable } from '@nestjs/common';
import { runInTurns } from '@postrider/concurrency';
import type { AttachmentRef, Receipt, RequestContext, sendBody } from '@postrider/contracts';
import { acceptMessage, addressKey } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import { checkScope } from '../authentication/scope.guard.js';
import type { Caller } from '../http/caller.js';
import { RequestLimits } from '../limits/request-limits.js';
import { AttachmentUploader } from './attachment-uploader.js';
import type { Attachment } from './attachments.js';
import { checkAttachments } from './attachments.js';
import { Base64Content } from './base64-content.js';
import type { Idempotent } from './idempotency.js';

type SendBody = z.output<typeof sendBody>;
/** A mail of any interface. Only `POST /send` is limited to one inline image. */
export type Mail = Omit<SendBody, 'inline' | 'files'> & {
  readonly inline?: Attachment | readonly Attachment[] | undefined;
  readonly files?: readonly Attachment[] | undefined;
  /** The whole mail in MIME, to be sent as it is. */
  readonly raw?: Buffer | undefined;
};

/** Sends the mail of every interface: stores its attachments and passes it to delivery. */
@Injectable()
export class SendService {
  constructor(
    private readonly services: ContractClient,
    private readonly attachments: AttachmentUploader,
    private readonly limits: RequestLimits,
  ) {}

  /** Resolves after the mail is committed. @throws ServiceError */
  async send(
    context: RequestContext,
    caller: Caller,
    { inline, files, raw, ...content }: Mail,
    idempotent: Idempotent,
  ): Promise<Receipt> {
    checkRights(caller, content);
    if (content.separate) for (const _further of content.to!.slice(1)) this.limits.countRequest(caller);
    const attachments = await this.storeAttachments(context, { inline, files, raw });
    return this.accept(context, caller, { ...content, attachments }, idempotent);
  }

  /** For several mails with the same attachments. @throws ServiceError */
  async storeAttachments(
    context: RequestContext,
    { inline, files, raw }: Pick<Mail, 'inline' | 'files' | 'raw'>,
  ): Promise<AttachmentRef[]> {
    const checked = await runInTurns(context.accountId, checkAttachments(inline, files));
    if (!raw) return this.attachments.store(context, checked);
    const whole = new Base64Content(raw.toString('base64'));
    return this.attachments.store(context, [...checked, { name: 'mail.eml', disposition: 'raw', content: whole }]);
  }

  /** Resolves after the mail is committed. @throws ServiceError */
  async accept(
    context: RequestContext,
    caller: Caller,
    { attachments, ...content }: Omit<Mail, 'inline' | 'files' | 'raw'> & { readonly attachments: AttachmentRef[] },
    idempotent: Idempotent,
  ): Promise<Receipt> {
    checkRights(caller, content);
    return this.services.call(acceptMessage, context, {
      ...contentOf(content),
      attachments,
      test: caller.kind === 'test',
      ...(caller.defaultSender ? { default_sender: caller.defaultSender } : {}),
      ...(caller.tracking ? { account_tracking: caller.tracking } : {}),
      ...idempotent,
    });
  }
}

type SendContent = Omit<SendBody, 'inline' | 'files'>;

function checkRights(caller: Caller, { ignore_suppressions }: Pick<Mail, 'ignore_suppressions'>): void {
  if (ignore_suppressions) checkScope(caller, { scope: 'manage' });
}

/** Content without a template in one object, as delivery expects it. */
export function contentOf({
  subject,
  html,
  text,
  preheader,
  amp_html,
  engine,
  language = engine,
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
      (template === undefined ? { own_content: { subject, html, text, preheader, amp_html, language } } : { subject })),
  };
}

/** The first of each address. */
function distinct<Mailbox extends { readonly address: string }>(mailboxes: readonly Mailbox[]): Mailbox[] {
  const keys = mailboxes.map(({ address }) => addressKey(address));
  return mailboxes.filter((_mailbox, index) => keys.indexOf(keys[index]!) === index);
}
