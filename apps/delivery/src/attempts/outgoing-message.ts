import { timeOfId } from '@postrider/contracts';
import { unpacked } from '@postrider/numbers';
import type { RenderedMessage } from '@postrider/rendering';
import type { MessageAttachment, OutgoingMessage } from '../mime/outgoing-message.js';
import type { TrackedMail, TrackedMessage } from '../tracking/mail-tracking.js';
import type { LeasedMessage } from './leased-message.js';

type Dated = Pick<LeasedMessage, 'id' | 'accountId' | 'content'>;

const dateOf = ({ id, content }: Dated): Date => new Date(Math.max(timeOfId(id), (content.send_at ?? 0) * 1000));

/** What its links depend on. */
export const trackedMessage = (message: Dated): TrackedMessage => {
  const { template_data: data, tracking } = unpacked(message.content);
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
  message: Dated,
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
