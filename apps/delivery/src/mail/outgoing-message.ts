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

/** A content that is read when it is needed, in pieces, so that not all of it is in memory. */
export interface ContentStream {
  readonly bytes: number;
  /** From its beginning, as often as it is asked. Fails before its last piece if it is not what was stored. */
  read(): AsyncIterable<Buffer>;
}

export interface MessageAttachment<Content = Buffer> {
  readonly name: string;
  readonly content: Content;
  /** `inline` parts are referred to by the html as `cid:<name>`. */
  readonly disposition: 'inline' | 'attachment';
}

/** One rendered email, ready to be handed to a provider. Says what is to be sent, never how. */
export interface OutgoingMessage<Content = Buffer> {
  readonly logId: string;
  /** With angle brackets; the same at every attempt, so that receivers can fold a repeated delivery. An IDN domain becomes punycode. */
  readonly messageId: string;
  readonly date: Date;
  readonly from: Mailbox;
  readonly replyTo?: string | undefined;
  readonly to: Mailbox;
  readonly cc: readonly Mailbox[];
  /** No recipient is told of these: a name is of no use. */
  readonly bcc: readonly Mailbox[];
  readonly subject: string;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly ampHtml?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly attachments: readonly MessageAttachment<Content>[];
  /** Its opens or clicks come by us: the provider is not to count them as well. */
  readonly tracked?: boolean | undefined;
}

/** A message as it is stored. */
interface StoredMessage {
  readonly id: string;
  readonly accountId: string;
  readonly content: MessageContent;
}

const dateOf = ({ id, content }: StoredMessage): Date =>
  new Date(Math.max(timeOfId(id), (content.send_at ?? 0) * 1000));

/** What its links depend on. */
export const trackedMessage = (message: StoredMessage): TrackedMessage => {
  const { template_data: data, tracking } = parseLossless(message.content);
  const { opens = false, clicks = false, account } = tracking ?? {};
  return {
    id: message.id,
    accountId: message.accountId,
    date: dateOf(message),
    data,
    opens,
    clicks,
    domain: account?.domain,
  };
};

/** The mail as a driver gets it. Its Message-ID and date are the same at every attempt. */
export function outgoingMessage<Content>(
  message: StoredMessage,
  rendered: RenderedMessage,
  attachments: readonly MessageAttachment<Content>[],
  tracked?: TrackedMail,
): OutgoingMessage<Content> {
  const { id, content } = message;
  const { text, html } = tracked?.rewritten(rendered) ?? rendered;
  const { sender, recipient, cc, bcc, headers, tags } = content;
  return {
    logId: id,
    messageId: `<${id}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}>`,
    date: dateOf(message),
    from: { address: sender.address, name: sender.name },
    replyTo: sender.reply_to,
    to: recipient,
    cc,
    bcc,
    subject: rendered.subject,
    text,
    html,
    ampHtml: rendered.ampHtml,
    headers: withUnsubscribe(headers, tracked?.unsubscribeUrl),
    tags,
    attachments,
    ...(tracked?.isTracked && { tracked: true }),
  };
}

/** One click in the mail program is enough (RFC 8058). A sender that says how to unsubscribe itself knows better. */
function withUnsubscribe(headers: OutgoingMessage['headers'], url: string | undefined): OutgoingMessage['headers'] {
  const own = Object.keys(headers).some((name) => name.toLowerCase() === 'list-unsubscribe');
  if (url === undefined || own) return headers;
  return { ...headers, 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
