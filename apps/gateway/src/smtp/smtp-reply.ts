import { errorRule, ServiceError } from '@postrider/contracts';
import { isTemporary } from '@postrider/messaging';
import { Overloaded } from '../http/admission.js';
import { TooLargeAttachments } from '../send/attachments.js';

/** A reply other than 250, with the enhanced status code of RFC 3463 in its text. */
export class SmtpReply extends Error {
  constructor(
    readonly responseCode: number,
    status: `${4 | 5}.${number}.${number}`,
    text: string,
  ) {
    super(`${status} ${text}`);
  }
}

/** Some servers limit a reply line to 512 bytes (RFC 5321, section 4.5.3.1.5). */
const maxTextLength = 400;

/** The reply to a rejected email (docs/guides/smtp.md#replies). An unexpected error reveals nothing. */
export function replyTo(error: unknown, requestId: string): SmtpReply {
  if (error instanceof SmtpReply) return error;
  const [code, status] = getReplyCodes(error);
  const message = error instanceof ServiceError ? error.message : 'Internal error';
  const wait = error instanceof ServiceError && error.code === 'rate_limited' ? formatWait(error) : '';
  return new SmtpReply(code, status, `${shortened(message)}${wait} (${requestId})`);
}

const formatWait = ({ retryAfter }: ServiceError): string =>
  retryAfter === undefined ? '' : `; try again in ${retryAfter} s`;

function getReplyCodes(
  error: unknown,
): ConstructorParameters<typeof SmtpReply> extends [infer C, infer S, ...unknown[]] ? [C, S] : never {
  if (error instanceof Overloaded) return [451, '4.3.2'];
  if (!(error instanceof ServiceError)) return [451, isTemporary(error) ? '4.3.0' : '4.3.5'];
  const { code, details = [] } = error;
  if (code === 'unauthenticated' || code === 'invalid_api_key') return [535, '5.7.8'];
  if (code === 'rate_limited') return [451, '4.7.1'];
  if (code === 'quota_exceeded') return [452, '4.3.1'];
  if (code === 'payload_too_large' || error instanceof TooLargeAttachments) return [552, '5.3.4'];
  if (code === 'sender_required') return [550, '5.1.7'];
  const { status } = errorRule(code);
  if (status >= 500 || code === 'idempotency_in_progress') return [451, '4.3.0'];
  if (status === 403) return [550, '5.7.1'];
  if (details.some(({ field }) => /^(recipient|to)\b/.test(field))) return [550, '5.1.3'];
  if (details.some(({ field }) => /^(sender|reply_to)\b/.test(field))) return [550, '5.1.7'];
  return [554, '5.6.0'];
}

/** Converts a text to one line of ASCII. */
function shortened(text: string): string {
  const line = text.replace(/[^\x20-\x7e]+/g, '?');
  return line.length <= maxTextLength ? line : `${line.slice(0, maxTextLength)}...`;
}
