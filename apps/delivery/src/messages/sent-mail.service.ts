import { Injectable } from '@nestjs/common';
import type { AnswerOf, CopyRecipient, getMailSource, getSentMail, RequestContext } from '@postrider/contracts';
import { isPseudonym, ServiceError, timeOfId } from '@postrider/contracts';
import { unavailable } from '@postrider/messaging';
import { parseLossless } from '@postrider/numbers';
import type { RenderedMessage } from '@postrider/rendering';
import { RenderingRefused, withAddresses } from '@postrider/rendering';
import { ArtifactCache } from '../attempts/artifact-cache.js';
import { isUndecided } from '../attempts/due-mails.js';
import { MailRenderer } from '../attempts/mail-renderer.js';
import type { MessageContent } from '../mail/message-content.js';
import { DependencyUnavailable } from '../attempts/leased-message.js';
import { outgoingMessage } from '../mail/outgoing-message.js';
import { builtinAccountId } from '../esp-accounts/lane.js';
import { UnsendableMessage } from '../mime/addresses.js';
import { composeOutline } from '../mime/compose-mime.js';
import type { SentMessage } from './messages.repository.js';
import { MessagesRepository } from './messages.repository.js';

type Mail = AnswerOf<typeof getSentMail>;

/** Bytes, all of them ASCII (docs/operate/limits.md#failures-logs-and-the-queue). */
const maxSourceBytes = 2 * 1024 * 1024;

/** Viewers of the log must not be able to unsubscribe the recipient. */
const noAddresses = { unsubscribe_url: '#unsubscribe', webview_url: '#webview' };

/** Shows mails in the log: rendered again from the accepted content, as every attempt does. */
@Injectable()
export class SentMailService {
  constructor(
    private readonly messages: MessagesRepository,
    private readonly artifacts: ArtifactCache,
    private readonly renderer: MailRenderer,
  ) {}

  async get(context: RequestContext, logId: string): Promise<Mail> {
    const stored = await this.findShown(context, logId);
    return toMail(logId, stored, await this.rendered(context, logId, stored));
  }

  async source(context: RequestContext, logId: string): Promise<AnswerOf<typeof getMailSource>> {
    const stored = await this.findShown(context, logId);
    const rendered = await this.rendered(context, logId, stored);
    const source = await sourceOf({ id: logId, accountId: context.accountId, content: stored.content }, rendered);
    return {
      object: 'mail_source',
      log_id: logId,
      source: source.slice(0, maxSourceBytes),
      complete: source.length <= maxSourceBytes,
    };
  }

  /** @throws ServiceError `not_found` when it does not exist or must not be shown */
  private async findShown({ accountId }: RequestContext, logId: string): Promise<SentMessage> {
    const stored = (await this.messages.findSent(accountId, logId)) ?? notFound('Mail not found');
    if (isPseudonym(stored.content.recipient.address)) notFound('The recipient of this mail was erased');
    if (isUndecided(stored)) notFound('This mail is created when it is due');
    return stored;
  }

  private async rendered(
    { accountId, requestId, deadline }: RequestContext,
    id: string,
    { artifactId, content }: SentMessage,
  ): Promise<RenderedMessage> {
    const message = { id, accountId, requestId, artifactId, content };
    try {
      const artifact =
        (await this.artifacts.get(message)) ?? notFound('The compiled template of this mail no longer exists');
      const data = parseLossless(content).template_data;
      const given = { data: artifact.addresses ? withAddresses(data, noAddresses) : data, marksLinks: false };
      const signal = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
      const rendered = await this.renderer.render(artifact, message, signal, given);
      if (rendered instanceof RenderingRefused) notFound(`This mail cannot be rendered: ${rendered.message}`);
      return rendered;
    } catch (error) {
      if (error instanceof DependencyUnavailable)
        throw unavailable(error.message, 'dependency_unreachable', 'delivery');
      throw error;
    }
  }
}

async function sourceOf(
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
    if (error instanceof UnsendableMessage) notFound(`This mail cannot be sent: ${error.message}`);
    throw error;
  }
}

function toMail(logId: string, { espAccountId, locale, test, content }: SentMessage, mail: RenderedMessage): Mail {
  const { sender, recipient, cc, bcc, headers, tags, template_data, attachments, version_id, send_at, drip } =
    parseLossless(content);
  return {
    object: 'mail',
    log_id: logId,
    created: Math.floor(timeOfId(logId) / 1000),
    sender,
    recipient,
    ...(cc.some(({ to }) => to) && { to: cc.filter(({ to }) => to).map(shownCopy) }),
    cc: cc.filter(({ to }) => !to).map(shownCopy),
    bcc: [...bcc],
    subject: mail.subject,
    ...(mail.preheader !== undefined && { preheader: mail.preheader }),
    ...(mail.html !== undefined && { html: mail.html }),
    text: mail.text,
    ...(mail.ampHtml !== undefined && { amp_html: mail.ampHtml }),
    notes: [...mail.notes],
    headers,
    tags: [...tags],
    template_data,
    locale,
    ...(version_id !== undefined && { version: version_id }),
    ...(espAccountId !== builtinAccountId && { esp_account: espAccountId }),
    // For campaign mail, this is when it became due.
    ...(send_at !== undefined && !drip && { send_at }),
    test,
    attachments: shownFiles({ attachments }).map(({ name, bytes, disposition }) => ({
      name,
      bytes,
      inline: disposition === 'inline',
    })),
  };
}

/** Without the whole mail in MIME. */
const shownFiles = ({ attachments }: Pick<MessageContent, 'attachments'>): MessageContent['attachments'] =>
  attachments.filter(({ disposition }) => disposition !== 'raw');

const shownCopy = ({ address, name }: CopyRecipient): CopyRecipient => ({ address, name });

function notFound(message: string): never {
  throw new ServiceError('not_found', message);
}
