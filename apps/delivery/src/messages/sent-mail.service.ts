import { Injectable } from '@nestjs/common';
import type {
  ResponseInputOf,
  AttachmentRef,
  getMailSource,
  getSentMail,
  readAttachment,
  RequestContext,
  RequestOf,
} from '@postrider/contracts';
import { isPseudonym, ServiceError, timeOfId } from '@postrider/contracts';
import type { RenderedMessage } from '@postrider/rendering';
import { RenderingRejected } from '@postrider/rendering';
import { unavailable } from '@postrider/messaging';
import { isUndecided } from '../attempts/due-mails.js';
import { AttachmentLoader } from '../blobs/attachment-loader.js';
import { AttachmentsUnavailable, notStored } from '../blobs/blob-stream.js';
import type { MessageContent } from '../mail/message-content.js';
import { outgoingMessage } from '../mail/outgoing-message.js';
import { builtinAccountId } from '../esp-accounts/lane.js';
import { UnsendableMessage } from '../mime/addresses.js';
import { composeOutline, getContentType } from '../mime/compose-mime.js';
import type { SentMessage } from './messages.repository.js';
import { MessagesRepository } from './messages.repository.js';
import { MailView, toView } from './mail-view.js';

type Mail = ResponseInputOf<typeof getSentMail>;

/** Bytes, all of them ASCII (docs/operate/limits.md#failures-logs-and-the-queue). */
const maxSourceBytes = 2 * 1024 * 1024;

/** Shows emails in the log: rendered again from the accepted content. */
@Injectable()
export class SentMailService {
  constructor(
    private readonly messages: MessagesRepository,
    private readonly view: MailView,
    private readonly attachments: AttachmentLoader,
  ) {}

  async get(context: RequestContext, logId: string): Promise<Mail> {
    const stored = await this.findShown(context, logId);
    return toMail(logId, stored, await this.rendered(context, stored));
  }

  /** The parts as rendered; undefined if they are not stored any more, erased, or cannot be rendered. */
  async findContent(context: RequestContext, logId: string): Promise<Pick<Mail, 'html' | 'text'> | undefined> {
    try {
      const { html, text } = await this.get(context, logId);
      return { ...(html !== undefined && { html }), text };
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  async source(context: RequestContext, logId: string): Promise<ResponseInputOf<typeof getMailSource>> {
    const stored = await this.findShown(context, logId);
    const rendered = await this.rendered(context, stored);
    const message = { id: logId, accountId: context.accountId, content: stored.content };
    const source = (await this.view.findMime(context, stored)) ?? (await loadSource(message, rendered));
    return {
      object: 'mail_source',
      log_id: logId,
      source: source.slice(0, maxSourceBytes),
      complete: source.length <= maxSourceBytes,
    };
  }

  /** @throws ServiceError `not_found`, also when the attachment is no longer stored; `unavailable` */
  async readAttachment(
    context: RequestContext,
    { log_id, index, after }: RequestOf<typeof readAttachment>,
  ): Promise<ResponseInputOf<typeof readAttachment>> {
    const { content } = await this.findShown(context, log_id);
    const file = shownFiles(content)[index] ?? notFound('This email has no such attachment');
    const chunk = await this.attachments
      .readChunkAfter(context.accountId, file.blob_id, after)
      .catch((error: unknown) => {
        if (error instanceof AttachmentsUnavailable) throw unavailable(error.message, 'dependency_unreachable');
        throw error;
      });
    const { position, data } = chunk ?? notFound(notStored(file.name));
    const { name, bytes } = file;
    return { name, content_type: getType(file), bytes, position, data: data.toString('base64') };
  }

  /** @throws ServiceError `not_found` when it does not exist or must not be shown */
  private async findShown({ accountId }: RequestContext, logId: string): Promise<SentMessage> {
    const stored = (await this.messages.findSent(accountId, logId)) ?? notFound('Email not found');
    if (isPseudonym(stored.content.recipient.address)) notFound('The recipient of this email was erased');
    if (isUndecided(stored)) notFound('This email is created when it is due');
    return stored;
  }

  private async rendered(context: RequestContext, { artifactId, content }: SentMessage): Promise<RenderedMessage> {
    const rendered =
      (await this.view.render(context, { artifactId, content })) ??
      notFound('The compiled template of this email no longer exists');
    if (rendered instanceof RenderingRejected) notFound(`This email cannot be rendered: ${rendered.message}`);
    return rendered;
  }
}

async function loadSource(
  message: { readonly id: string; readonly accountId: string; readonly content: MessageContent },
  rendered: RenderedMessage,
): Promise<string> {
  const attachments = shownFiles(message.content).map(({ name, bytes, disposition }) => ({
    name,
    disposition,
    content: { bytes },
  }));
  try {
    return await composeOutline(outgoingMessage(message, rendered, attachments));
  } catch (error) {
    if (error instanceof UnsendableMessage) notFound(`This email cannot be sent: ${error.message}`);
    throw error;
  }
}

function toMail(logId: string, { espAccountId, locale, test, content }: SentMessage, mail: RenderedMessage): Mail {
  return {
    object: 'mail',
    log_id: logId,
    created: Math.floor(timeOfId(logId) / 1000),
    ...toView(content, mail),
    locale,
    ...(espAccountId !== builtinAccountId && { esp_account: espAccountId }),
    test,
    attachments: shownFiles(content).map((file) => ({
      name: file.name,
      bytes: file.bytes,
      inline: file.disposition === 'inline',
      content_type: getType(file),
      ...(file.content_id !== undefined && { content_id: file.content_id }),
    })),
  };
}

const getType = ({ name, content_type: type }: AttachmentRef): string => getContentType({ name, type });

/** The attachments without the whole email in MIME. */
const shownFiles = ({ attachments }: Pick<MessageContent, 'attachments'>): MessageContent['attachments'] =>
  attachments.filter(({ disposition }) => disposition !== 'raw');

function notFound(message: string): never {
  throw new ServiceError('not_found', message);
}
