import type { Email } from 'postal-mime';
import { isHardBounce } from '@postrider/contracts';
import PostalMime from 'postal-mime';
import type { RecipientStatus } from './delivery-status.js';
import { parseAddress, fieldGroups, recipientStatuses } from './delivery-status.js';

/** A report in a returned email, before classification (`kinds/mail-server.ts`). */
interface Notice {
  readonly type: string;
  readonly address?: string | undefined;
  readonly text?: string | undefined;
  readonly code?: string | undefined;
}

export interface ReadBounce {
  readonly notices: readonly Notice[];
  readonly messageId: string | undefined;
  readonly atMs: number | undefined;
}

/** Patterns for bounces that are not reports of RFC 3464 or RFC 5965, by sender and subject. */
const bouncingSender = /^(mailer-daemon|postmaster|mail-daemon|mdaemon|bounces?|no-?reply-?bounce)[@+-]/i;
const bouncingSubject =
  /undeliver|not delivered|returned mail|returning message|failure notice|delivery (status|fail|report)|mail delivery|delivery has failed|could ?n[o']t be delivered|nondeliverable|unzustellbar|non remis/i;
const delayedSubject = /\bdelay|^warning: (could not send|message)|still trying/i;
const autoReplySubject =
  /out of (the )?office|automatic reply|auto(matic|mated)?[ -]?(response|reply|antwort)|vacation|away from|abwesen|absence|fuera de|afwezig|risposta automatica/i;

/** Limits of what is parsed: reports come first, the original email with its attachments after them. */
const maxLines = 1_200;
const maxBytesRead = 131_072;
/** Address headers are the slowest to parse. */
const maxHeaderLength = 24_576;

function getBeginning(raw: Buffer): Buffer {
  const read = raw.subarray(0, maxBytesRead);
  const header = headerLength(read);
  let end = -1;
  for (let lines = 0; lines < maxLines; lines++) {
    end = read.indexOf(0x0a, end + 1);
    if (end < 0) break;
  }
  const body = read.subarray(header, end < 0 ? read.length : end + 1);
  if (header <= maxHeaderLength) return read.subarray(0, header + body.length);
  // Drops a header field that is cut off.
  const completeFields = read.subarray(0, read.lastIndexOf(0x0a, maxHeaderLength) + 1);
  return Buffer.concat([completeFields, body]);
}

/** The length up to the blank line that ends the header. */
function headerLength(raw: Buffer): number {
  const ends = [raw.indexOf('\n\n'), raw.indexOf('\n\r\n')].filter((at) => at >= 0);
  return ends.length === 0 ? raw.length : Math.min(...ends) + 1;
}

/** Reads an email sent to a return path. `sender` is that of the envelope: empty for reports, undefined if unknown. */
export async function readBounce(raw: Buffer, sender: string | undefined): Promise<ReadBounce> {
  const mail = await new PostalMime({ forceRfc822Attachments: true, attachmentEncoding: 'utf8' }).parse(
    getBeginning(raw),
  );
  const atMs = mail.date === undefined ? NaN : Date.parse(mail.date);
  return {
    notices: findNotices(mail, sender),
    messageId: mail.messageId,
    atMs: Number.isNaN(atMs) ? undefined : atMs,
  };
}

function findNotices(mail: Email, sender: string | undefined): Notice[] {
  const status = findPart(mail, /^message\/(global-)?delivery-status$/);
  if (status !== undefined) {
    const statuses = recipientStatuses(status);
    if (statuses.length > 0) return statuses.map((each) => ofStatus(each, mail));
  }
  const feedback = findPart(mail, /^message\/feedback-report$/);
  if (feedback !== undefined) return [readFeedback(feedback)];
  const header = toHeaders(mail);
  // A read receipt.
  if (/disposition-notification/i.test(header('content-type') ?? '')) return [{ type: 'read' }];
  if (!isBounce(mail, header, sender)) return [{ type: 'reply' }];
  const address = parseAddress(header('x-failed-recipients')?.split(',', 1)[0]);
  const type = delayedSubject.test(mail.subject ?? '') ? 'delayed' : 'unreadable';
  return [{ type, address, text: firstLine(mail.text) ?? mail.subject }];
}

function ofStatus({ action, address, status, diagnostic }: RecipientStatus, mail: Email): Notice {
  const more = { address, code: status, text: diagnostic ?? firstLine(mail.text) };
  if (action === 'failed')
    return { type: `failed/${isHardBounce({ bounceClass: 'rejected', ...more }) ? 'hard' : 'soft'}`, ...more };
  return { type: action === '' ? 'unreadable' : action, ...more };
}

/** RFC 5965. The complaining recipient is often omitted. */
function readFeedback(report: string): Notice {
  const [fields] = fieldGroups(report.replace(/\n\s*\n/g, '\n'));
  const type = fields?.get('feedback-type')?.toLowerCase() ?? '';
  return {
    type: `feedback/${/^[a-z-]{1,40}$/.test(type) ? type : 'other'}`,
    address: parseAddress(fields?.get('original-rcpt-to')),
    text: fields?.get('user-agent'),
  };
}

type Headers = (name: string) => string | undefined;

/** Distinguishes failed delivery from automatic replies. */
function isBounce(mail: Email, header: Headers, sender: string | undefined): boolean {
  const from = mail.from?.address ?? '';
  if (header('x-failed-recipients') !== undefined || bouncingSender.test(from)) return true;
  if (isAutoReply(mail, header)) return false;
  return bouncingSubject.test(mail.subject ?? '') || sender === '';
}

const isAutoReply = (mail: Email, header: Headers): boolean =>
  /^auto-(replied|generated|notified)/i.test(header('auto-submitted') ?? '') ||
  ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-vacation'].some((name) => header(name) !== undefined) ||
  /auto_?reply/i.test(header('precedence') ?? '') ||
  autoReplySubject.test(mail.subject ?? '');

const toHeaders =
  (mail: Email): Headers =>
  (name) =>
    mail.headers.find(({ key }) => key === name)?.value;

const findPart = (mail: Email, type: RegExp): string | undefined =>
  mail.attachments.find(({ mimeType }) => type.test(mimeType))?.content.toString();

const firstLine = (text: string | undefined): string | undefined =>
  text
    ?.slice(0, 10_000)
    .split('\n')
    .map((line) => line.trim())
    .find((line) => /\p{L}{2}/u.test(line));
