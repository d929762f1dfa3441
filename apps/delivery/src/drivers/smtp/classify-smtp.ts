import type { DeliveryOutcome, HardBounce } from '../driver.js';
import { accountFailure, bounced, dropped, tryAgain } from '../outcome.js';
import { isHardBounce } from '@postrider/contracts';
import type { NodemailerError } from 'nodemailer/lib/errors';

export interface RejectedRecipient {
  readonly address: string;
  readonly response: string;
}

/**
 * How far an SMTP session got. `connect`: not connected; `open`: greeting, EHLO, TLS or login; otherwise the command
 * without a reply. `part`: the end of the data was not sent, so the server has no email. `message`: all was sent, so it
 * may have the email.
 */
export type SmtpStage = 'connect' | 'open' | 'MAIL FROM' | 'RCPT TO' | 'DATA' | 'part' | 'message';

/** The stage at which a session failed, with the server's last reply. */
export class SmtpFailure extends Error {
  override readonly name = 'SmtpFailure';
  readonly code: string | undefined;
  readonly originalCode: string | undefined;
  /** Reply to the command of `stage`. */
  readonly response: string | undefined;
  readonly refused: readonly RejectedRecipient[];

  constructor(
    readonly stage: SmtpStage,
    cause: unknown,
  ) {
    const error: Partial<NodemailerError> =
      typeof cause === 'object' && cause !== null ? cause : { message: String(cause) };
    super(error.message, { cause });
    this.code = error.code;
    this.originalCode = error.originalCode;
    this.response = error.response;
    this.refused = toRejections(error.rejectedErrors);
  }
}

export const toRejections = (errors: readonly NodemailerError[] = []): RejectedRecipient[] =>
  errors.map(({ recipient = '', response = '' }) => ({ address: recipient, response }));

/** Rejected recipients that no email will ever reach (docs/suppressions.md#hard-bounces). */
export const findHardBounces = (rejected: readonly RejectedRecipient[]): readonly HardBounce[] | undefined => {
  const bounces = rejected.filter(
    ({ response }) => /^5\d\d(?=[\s-]|$)/.test(response) && isHardBounce({ bounceClass: 'rejected', text: response }),
  );
  return bounces.length === 0 ? undefined : bounces.map(({ address, response }) => ({ address, response }));
};

/** The reply that decides the outcome: that for the primary recipient if recipients got separate replies. */
export interface SmtpReply {
  readonly response: string;
  readonly at: Exclude<SmtpStage, 'connect'>;
}

/** A parsed rejection: the three digits of RFC 5321 and the enhanced code of RFC 3463. */
interface Rejection extends SmtpReply {
  readonly basic: number;
  readonly enhanced: string | undefined;
  readonly code: string;
}

const authenticationReplies = new Set([454, 455, 525, 530, 534, 535, 538]);
/** SPF, DKIM, DMARC, reverse DNS: the sending domain is not set up (RFC 7372, and codes of Gmail and Outlook). */
const domainNotAuthenticated = /^[45]\.7\.(2\d|509|515)$/;
const tooLarge = /^5\.(3\.4|2\.3)$/;
const greylistWaitMs = 5 * 60 * 1000;

/** Maps SMTP replies to outcomes: permanent for this recipient or content, temporary, or a fault of the account. */
export function classifyReply(reply: SmtpReply): DeliveryOutcome {
  const rejection = parseRejection(reply);
  if (!rejection) return unexpectedReply(reply);
  const { response, at, basic, enhanced, code } = rejection;

  if (basic === 421) return tryAgain(response, { code, outage: at === 'open' });
  if (authenticationReplies.has(basic) || domainNotAuthenticated.test(enhanced ?? ''))
    return accountFailure(response, { code });
  if (basic < 500 || basic === 503) {
    const greylisted = enhanced === '4.7.1' || /gr[ae]y-?list/i.test(response);
    return tryAgain(response, { code, retryAt: greylisted ? new Date(Date.now() + greylistWaitMs) : undefined });
  }
  if (tooLarge.test(enhanced ?? '')) return bounced(response, code);
  if (at === 'open') return accountFailure(response, { code });
  if (at === 'MAIL FROM') return classifyRejectedSender(rejection);
  if (/\brelay/i.test(response) && at === 'RCPT TO') return accountFailure(response, { code });
  if (enhanced === '5.2.2' || (basic === 552 && enhanced === undefined && at === 'RCPT TO'))
    return tryAgain(response, { code });
  return bounced(response, code);
}

/** Security and policy; the mailbox the account sends from; a sending limit. */
const codeAboutAccount = /^5\.(7\.\d+|2\.\d+|4\.5)$/;
/** The server accepts no email at all (RFC 7504). */
const acceptsNoMail = 521;
const textAboutAccount =
  /\b(authenticat|(un)?authori[sz]|log(ged)? ?in|credential|password|account|quota|limit|suspended|disabled|relay|blocked|(black|block)-?list|listed|reputation|denied|not (allowed|permitted))/i;
const textAboutSize = /\bsize\b|\btoo (large|big|long)\b/i;
/** Command not implemented or not recognized: this says nothing about the message. */
const notUnderstood = new Set([500, 502, 504]);
const serverErrors = /^5\.[34]\./;

/** A 5xx at MAIL FROM, before any recipient: a fault of the account, of the server, or a rejected sender. */
function classifyRejectedSender({ response, basic, enhanced, code }: Rejection): DeliveryOutcome {
  const remainingText = response.replace(/(?<!\S)\S*@\S*/g, '');
  const isAboutAccount = textAboutAccount.test(remainingText);
  if (enhanced === undefined && textAboutSize.test(remainingText)) return bounced(response, code);
  if (codeAboutAccount.test(enhanced ?? '') || basic === acceptsNoMail || isAboutAccount)
    return accountFailure(response, { code });
  if (serverErrors.test(enhanced ?? '')) return tryAgain(response, { code, outage: true });
  if (notUnderstood.has(basic)) return tryAgain(response, { code });
  return dropped(response, code);
}

/**
 * Undefined when the reply is no rejection. An enhanced code of another class than the basic one is ignored; some
 * servers send it.
 */
function parseRejection(reply: SmtpReply): Rejection | undefined {
  const [, basic = '', sent = ''] = /^([45]\d\d)(?=[\s-]|$)(?:[ -](\d\.\d{1,3}\.\d{1,3}))?/.exec(reply.response) ?? [];
  if (basic === '') return undefined;
  const enhanced = sent[0] === basic[0] ? sent : undefined;
  return { ...reply, basic: Number(basic), enhanced, code: enhanced ?? basic };
}

const stageNames: Record<SmtpReply['at'], string> = {
  open: 'the connection',
  'MAIL FROM': 'MAIL FROM',
  'RCPT TO': 'RCPT TO',
  DATA: 'DATA',
  part: 'a part of the message',
  message: 'the message',
};

const isReply = (response: string): boolean => /^[2-5]\d\d(?=[\s-]|$)/.test(response);

/** The reply is neither positive nor negative in SMTP terms. In reply to the message itself, the outcome is unknown. */
function unexpectedReply({ response, at }: SmtpReply): DeliveryOutcome {
  const kind = isReply(response) ? 'Unexpected reply' : 'Not an SMTP reply';
  return tryAgain(`${kind} to ${stageNames[at]}: ${JSON.stringify(response)}`, {
    code: 'EPROTOCOL',
    unknown: at === 'message',
    outage: true,
  });
}

/** Login and TLS. */
const accountErrorCodes = new Set(['EAUTH', 'ETLS', 'ENOAUTH', 'ECONFIG']);

/** Classifies a failed session. `primary` is the address whose outcome counts. */
export function classifyFailure(failure: SmtpFailure, primary: string): DeliveryOutcome {
  const { code, stage, response } = failure;
  const rejected = failure.refused.find(({ address }) => address === primary) ?? failure.refused[0];
  if (rejected) return classifyReply({ response: rejected.response, at: 'RCPT TO' });
  if (code !== undefined && accountErrorCodes.has(code) && (response === undefined || isReply(response)))
    return accountFailure(response ?? failure.message, { code });
  if (isCertificateError(failure)) return accountFailure(`TLS: ${failure.message}`, { code: failure.originalCode });
  if (response !== undefined && stage !== 'connect') return classifyReply({ response, at: stage });
  if (code === 'EMESSAGE' && stage !== 'message') return bounced(failure.message, '5.3.4');
  return tryAgain(withoutReply(failure), {
    code: failure.originalCode ?? code,
    unknown: stage === 'message',
    outage: true,
  });
}

/**
 * The text is the same for an unknown host and a forbidden one: callers must not learn which names exist in our
 * networks. Operators see the difference in the code of the attempt.
 */
export const notAllowed =
  'Mail server not reached: emails may not be sent to this host and port, or the host does not exist';

/** For hosts and ports that email may be sent to. */
const unreachable = 'Mail server not reached: nothing answers at this host and port';

/** Describes the failure by stage: only after DATA may the server have accepted the email. */
function withoutReply({ code, stage, message }: SmtpFailure): string {
  if (stage === 'connect') return code === 'ENOTFOUND' ? notAllowed : unreachable;
  if (stage === 'open' && code === 'EPROTOCOL') return `Not an SMTP server: ${message}`;
  const lost = code === 'ETIMEDOUT' ? 'No answer' : 'Connection lost';
  if (stage === 'message') return `${lost} after the message was handed over (${message})`;
  if (stage === 'part') return `${lost} before all of the message was handed over (${message})`;
  const at = stage === 'open' ? 'before the mail server was ready' : `at ${stage}`;
  return `${lost} ${at}, before any of the message was handed over (${message})`;
}

/** OpenSSL's verification errors and Node's own TLS errors. */
const isCertificateError = ({ originalCode = '' }: SmtpFailure): boolean =>
  /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO$)/.test(
    originalCode,
  );
