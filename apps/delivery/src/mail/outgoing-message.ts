import type { AttachmentRef } from '@postrider/contracts';
import { timeOfId } from '@postrider/contracts';
import { parseLossless } from '@postrider/numbers';
import type { RenderedMessage } from '@postrider/rendering';
import type { TrackedMail, TrackedMessage } from '../tracking/mail-tracking.js';
import type { MessageContent } from './message-content.js';

/** A mailbox whose address passed the contract's checks (ASCII local part, no control characters). */
export interface Mailbox {
  readonly address: string;
  readonly name?: string | undefined;
}

/** Content that is read in chunks, so that it is never in memory as a whole. */
export interface ContentStream {
  readonly bytes: number;
  /**
   * Reads from the beginning, any number of times. Throws before the last piece if the content is not what was stored.
   */
  read(): AsyncIterable<Buffer>;
}

export interface MessageAttachment<Content = Buffer> {
  readonly name: string;
  readonly content: Content;
  /** The html refers to `inline` parts as `cid:<reference>`. */
  readonly disposition: AttachmentRef['disposition'];
  /** By default the name. */
  readonly reference?: string | undefined;
  /** By default that of the file extension. */
  readonly type?: string | undefined;
}

/** A rendered email, independent of the provider that sends it. */
export interface OutgoingMessage<Content = Buffer> {
  readonly logId: string;
  /** With angle brackets and a punycode domain. The same at every attempt, so that receivers can detect duplicates. */
  readonly messageId: string;
  readonly date: Date;
  readonly from: Mailbox;
  readonly replyTo: readonly string[];
  readonly to: Mailbox;
  /** `to`: shown in To instead of Cc. */
  readonly cc: readonly (Mailbox & { readonly to?: true | undefined })[];
  /** Names are not used, because no recipient sees them. */
  readonly bcc: readonly Mailbox[];
  readonly subject: string;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly ampHtml?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly attachments: readonly MessageAttachment<Content>[];
  /** The whole email in MIME. Drivers that take MIME send it as it is, with their own headers in front. */
  readonly raw?: Buffer | undefined;
  /** Postrider tracks its opens or clicks, so the provider must not count them too. */
  readonly tracked?: boolean | undefined;
}

interface StoredMessage {
  readonly id: string;
  readonly accountId: string;
  readonly content: MessageContent;
}

const getDate = ({ id, content }: StoredMessage): Date =>
  new Date(Math.max(timeOfId(id), (content.send_at ?? 0) * 1000));

/** The part of a message that tracking needs. */
export const trackedMessage = (message: StoredMessage): TrackedMessage => {
  const { template_data: data, tracking } = parseLossless(message.content);
  const { opens = false, clicks = false, account } = tracking ?? {};
  return {
    id: message.id,
    accountId: message.accountId,
    date: getDate(message),
    data,
    opens,
    clicks,
    domain: account?.domain,
  };
};

/** The email for a driver. Its Message-ID and date are the same at every attempt. */
export function outgoingMessage<Content>(
  message: StoredMessage,
  rendered: RenderedMessage,
  files: readonly MessageAttachment<Content>[],
  tracked?: TrackedMail,
): OutgoingMessage<Content> {
  const { id, content } = message;
  const { text, html } = tracked?.rewritten(rendered) ?? rendered;
  const { sender, recipient, cc, bcc, headers, tags } = content;
  const raw = files.find(({ disposition }) => disposition === 'raw')?.content;
  return {
    logId: id,
    messageId: `<${id}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}>`,
    date: getDate(message),
    from: { address: sender.address, name: sender.name },
    replyTo: content.reply_to ?? [sender.reply_to],
    to: recipient,
    cc,
    bcc,
    subject: rendered.subject,
    text,
    html,
    ampHtml: rendered.ampHtml,
    headers: withUnsubscribe(headers, tracked?.unsubscribeUrl),
    tags,
    attachments: files.filter(({ disposition }) => disposition !== 'raw'),
    ...(Buffer.isBuffer(raw) && { raw }),
    ...(tracked?.isTracked && { tracked: true }),
  };
}

/** Adds one-click unsubscribe (RFC 8058), unless the sender set a List-Unsubscribe header. */
function withUnsubscribe(headers: OutgoingMessage['headers'], url: string | undefined): OutgoingMessage['headers'] {
  const own = Object.keys(headers).some((name) => name.toLowerCase() === 'list-unsubscribe');
  if (url === undefined || own) return headers;
  return { ...headers, 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
