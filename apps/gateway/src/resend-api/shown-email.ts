import { hash } from 'node:crypto';
import type { ResponseInputOf, getSentMail, LogResource, LogStatus } from '@postrider/contracts';
import { eventMessages, uuidOfId, wireAddress } from '@postrider/contracts';
import { z } from 'zod';
import { formatMailbox } from './mailbox.js';

type SentMail = ResponseInputOf<typeof getSentMail>;

const list = z.array(z.string()).nullable();
/** Resend's libraries require `from` and `message_id`: they are empty once the recipient is erased. */
export const listedEmail = z.object({
  id: z.string(),
  created_at: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  cc: list,
  bcc: list,
  reply_to: list,
  subject: z.string(),
  last_event: z.string(),
  scheduled_at: z.string().nullable(),
  message_id: z.string(),
  topic_id: z.null(),
});
export type ListedEmail = z.output<typeof listedEmail>;
export const shownEmail = listedEmail.extend({
  object: z.literal('email'),
  html: z.string().nullable(),
  text: z.string().nullable(),
  tags: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type ShownEmail = z.output<typeof shownEmail>;

const eventByStatus: Readonly<Record<LogStatus, string>> = {
  requested: 'queued',
  triggered: 'queued',
  queued: 'queued',
  failed_to_queue: 'queued',
  failed_to_send: 'delivery_delayed',
  sent: 'sent',
  processed: 'sent',
  deferred: 'delivery_delayed',
  bounced: 'bounced',
  dropped: 'failed',
  delivered: 'delivered',
  opened: 'opened',
  re_opened: 'opened',
  clicked: 'clicked',
  re_clicked: 'clicked',
  // Resend has no such event.
  unsubscribed: 'delivered',
  reported_as_spam: 'complained',
};

/** The time in `eventMessages.scheduled`. */
const scheduledTime = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) UTC$/;

/** ISO 8601; undefined if it is not scheduled. */
function scheduledAt(message: string): string | undefined {
  if (!message.startsWith(eventMessages.scheduled)) return undefined;
  const [, date, time] = scheduledTime.exec(message.slice(eventMessages.scheduled.length)) ?? [];
  return date && `${date}T${time}.000Z`;
}

function getLastEvent({ status, message }: Pick<LogResource, 'status' | 'message'>): string {
  if (status === 'queued' && scheduledAt(message)) return 'scheduled';
  if (status === 'dropped' && message.startsWith(eventMessages.cancelled)) return 'canceled';
  if (status === 'dropped' && message.startsWith(eventMessages.suppressed)) return 'suppressed';
  return eventByStatus[status];
}

export const formatIso = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** An email of the list, which has less than `GET /emails/{id}`: the rest would have to be rendered. */
export function toListedEmail(
  log: LogResource & { readonly subject?: string | undefined; readonly sender?: string | undefined },
): ListedEmail {
  return {
    id: uuidOfId(log.id),
    created_at: formatIso(log.created),
    from: log.sender ?? '',
    to: [formatMailbox({ address: log.recipient_address, name: log.recipient_name })],
    cc: null,
    bcc: null,
    reply_to: null,
    subject: log.subject ?? '',
    last_event: getLastEvent(log),
    scheduled_at: scheduledAt(log.message) ?? null,
    message_id: log.sender === undefined ? '' : buildMessageId(log.id, log.sender),
    topic_id: null,
  };
}

/** Without `mail`, the email of an erased recipient or a campaign's before it is due. */
export function toShownEmail(log: LogResource, mail: SentMail | undefined): ShownEmail {
  const email = { ...toListedEmail(log), object: 'email' as const, html: null, text: null, tags: [] };
  if (!mail) return email;
  const {
    sender,
    reply_to = [sender.reply_to],
    recipient,
    to = [],
    cc,
    bcc,
    subject,
    html,
    text,
    tags,
    send_at,
  } = mail;
  return {
    ...email,
    from: formatMailbox(sender),
    to: [recipient, ...to].map(formatMailbox),
    cc: cc.length > 0 ? cc.map(formatMailbox) : null,
    bcc: bcc.length > 0 ? bcc.map(formatMailbox) : null,
    reply_to: reply_to.length === 1 && reply_to[0] === sender.address ? null : reply_to,
    subject,
    html: html ?? null,
    text,
    tags: tags.map(tagParts),
    scheduled_at: send_at === undefined ? null : formatIso(send_at),
    message_id: buildMessageId(log.id, sender.address),
  };
}

/** An attachment without its content. */
export const shownAttachment = z.object({
  id: z.string(),
  filename: z.string(),
  size: z.int(),
  content_type: z.string(),
  content_disposition: z.enum(['inline', 'attachment']),
  content_id: z.string().optional(),
  download_url: z.string(),
  expires_at: z.string(),
});

/** The UUID of an attachment, which has no id of its own: the same for each email and position. */
export const toAttachmentId = (logId: string, index: number): string =>
  hash('sha256', `${logId}/${index}`).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-8$4-$5');

const buildMessageId = (logId: string, sender: string): string =>
  `<${wireAddress(logId + sender.slice(sender.lastIndexOf('@'))) ?? ''}>`;

function tagParts(tag: string): { name: string; value: string } {
  const colon = tag.indexOf(':');
  return colon < 0 ? { name: tag, value: '' } : { name: tag.slice(0, colon), value: tag.slice(colon + 1) };
}
