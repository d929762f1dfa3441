import { timeOfId } from '@postrider/contracts';
import type { RenderedMessage } from '@postrider/rendering';
import type { MessageAttachment, OutgoingMessage } from '../mime/outgoing-message.js';
import type { LeasedMessage } from './leased-message.js';

/** The mail as a driver gets it. Its Message-ID and date are the same at every attempt. */
export function outgoingMessage<Content>(
  { id, content }: LeasedMessage,
  rendered: RenderedMessage,
  attachments: readonly MessageAttachment<Content>[],
): OutgoingMessage<Content> {
  const { sender, recipient, cc, bcc, headers, tags } = content;
  return {
    logId: id,
    messageId: `<${id}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}>`,
    date: new Date(Math.max(timeOfId(id), (content.send_at ?? 0) * 1000)),
    from: { address: sender.address, name: sender.name },
    replyTo: sender.reply_to,
    to: recipient,
    cc,
    bcc,
    subject: rendered.subject,
    text: rendered.text,
    html: rendered.html,
    ampHtml: rendered.ampHtml,
    headers,
    tags,
    attachments,
  };
}
