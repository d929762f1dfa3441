/**
 * How a provider or a mail server classifies a bounce: `invalid` means that the address is the cause, `rejected` is a
 * permanent rejection of unknown cause, and `temporary` is everything else.
 */
export type BounceClass = 'invalid' | 'rejected' | 'temporary';

export interface BounceReport {
  readonly bounceClass: BounceClass;
  /** An enhanced status code (RFC 3463), a reply code of SMTP, or the provider's own word. */
  readonly code?: string | undefined;
  /** The reply of the mail server, if the provider reports it. */
  readonly text?: string | undefined;
}

/** No such mailbox or domain, invalid address, moved, accepts no email, disabled. */
const addressCodes = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/;
/** Sender address, full mailbox, system, timeout or loop, content, policy. */
const otherCauseCodes = /^5\.(?:1\.[789]|2\.[234]|3\.[1-9]\d*|4\.[67]|6\.\d+|7\.\d+)$/;
const enhancedCode = /(?<![\d.])([45]\.[0-7]\.\d{1,3})(?!\.?\d)/;
const replyCode = /^(?:[\w-]{1,20}\s{0,5};\s{0,5})?([45]\d\d)(?=[\s-]|$)/;

/**
 * Servers without enhanced codes reject a mailbox with these. They also mean policy rejections, so the text must match,
 * too.
 */
const mailboxReplyCodes = new Set(['550', '551', '553']);
const unknownMailbox =
  /\b(?:(?:user|mailbox|recipient|address|account)\b[^.;]{0,80}\b(?:unknown|not found|(?:does|do) ?n[o']t exist|not exist|invalid|disabled|inactive|no longer)|(?:unknown|invalid|no such|nonexistent|non-existent) (?:local |virtual )?(?:user|mailbox|recipient|address|account|person)|no mailbox (?:here|by that name))\b/i;
const otherCause =
  /\b(?:block|spam|policy|reputation|denied|relay(?! recipient)|listed|spf|dkim|dmarc|sender|rate|quota|full)/i;
/** Replies that use an address code for relaying or rate limits. */
const misusedAddressCode = /\brelay(?! recipient)|\brate\b|too (?:quickly|fast)/i;

const maxTextRead = 1_000;

/** The rule for hard bounces from all sources (docs/suppressions.md#hard-bounces). */
export function isHardBounce({ bounceClass, code = '', text = '' }: BounceReport): boolean {
  if (bounceClass === 'temporary') return false;
  const reply = text.slice(0, maxTextRead);
  const terms = reply
    .split(/\s/)
    .filter((word) => !word.includes('@'))
    .join(' ');
  const enhanced = specificCode(enhancedCode.exec(code)?.[1], enhancedCode.exec(reply)?.[1]);
  const basic = replyCode.exec(code)?.[1] ?? replyCode.exec(reply)?.[1];
  if ((enhanced ?? basic)?.startsWith('4') || (enhanced !== undefined && otherCauseCodes.test(enhanced))) return false;
  if (enhanced !== undefined && addressCodes.test(enhanced)) return !misusedAddressCode.test(terms);
  if (bounceClass === 'invalid') return true;
  return mailboxReplyCodes.has(basic ?? '') && unknownMailbox.test(terms) && !otherCause.test(terms);
}

/** A code that ends in 0 has no specific cause; the code in the reply may. */
function specificCode(reported: string | undefined, replied: string | undefined): string | undefined {
  if (reported === undefined || replied === undefined) return reported ?? replied;
  return reported.endsWith('.0') && replied[0] === reported[0] ? replied : reported;
}
