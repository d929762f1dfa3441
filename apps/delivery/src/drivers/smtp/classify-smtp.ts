import type { DeliveryOutcome } from '../driver.js';
import { accountTrouble, bounced, tryAgain } from '../outcome.js';
import type { SmtpFailure } from './smtp-session.js';

/** The reply an outcome is read from: that to the primary recipient where recipients were answered one by one. */
export interface SmtpReply {
  readonly response: string;
  readonly responseCode: number;
  /** `open`: before the first MAIL FROM. */
  readonly at: 'open' | 'MAIL FROM' | 'RCPT TO' | 'DATA';
}

/** RFC 3463; some servers send one of another class than the basic code's, which then counts for nothing. */
function enhancedCode({ response, responseCode }: SmtpReply): string | undefined {
  const code = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response)?.[1];
  return code?.startsWith(String(responseCode)[0] ?? '') ? code : undefined;
}

const authenticationReplies = new Set([454, 455, 530, 534, 535, 538]);
/** SPF, DKIM, DMARC, reverse DNS: the sending domain is not set up (RFC 7372, and what Gmail and Outlook answer). */
const domainNotAuthenticated = /^[45]\.7\.(2\d|509|515)$/;
const greylistWaitMs = 5 * 60 * 1000;

/** SMTP replies in our three classes: this recipient or content never, not now, and nothing before the account is put right. */
export function classifyReply(reply: SmtpReply): DeliveryOutcome {
  const { response, responseCode, at } = reply;
  const enhanced = enhancedCode(reply);
  const code = enhanced ?? String(responseCode);

  if (responseCode === 421) return tryAgain(response, { code, outage: at === 'open' });
  if (authenticationReplies.has(responseCode) || domainNotAuthenticated.test(enhanced ?? ''))
    return accountTrouble(response, { code });
  if (responseCode < 500 || responseCode === 503) {
    const greylisted = enhanced === '4.7.1' || /gr[ae]y-?list/i.test(response);
    return tryAgain(response, { code, retryAt: greylisted ? new Date(Date.now() + greylistWaitMs) : undefined });
  }
  if (enhanced === '5.3.4' || enhanced === '5.2.3') return bounced(response, code);
  if (at === 'open' || at === 'MAIL FROM') return accountTrouble(response, { code });
  if (/\brelay/i.test(response) && at === 'RCPT TO') return accountTrouble(response, { code });
  if (enhanced === '5.2.2' || (responseCode === 552 && enhanced === undefined && at === 'RCPT TO'))
    return tryAgain(response, { code });
  return bounced(response, code);
}

/** Of an SMTP conversation that went wrong. `primary` is the address whose fate the outcome tells. */
export function classifyFailure(failure: SmtpFailure, primary: string): DeliveryOutcome {
  const { code, handedOver, stage } = failure;
  const refusal = failure.refused.find(({ address }) => address === primary) ?? failure.refused[0];
  if (refusal?.responseCode !== undefined)
    return classifyReply({ response: refusal.response, responseCode: refusal.responseCode, at: 'RCPT TO' });
  if (code === 'EAUTH' || code === 'ETLS' || code === 'ENOAUTH' || code === 'ECONFIG')
    return accountTrouble(failure.response ?? failure.message, { code });
  if (isCertificateFault(failure)) return accountTrouble(`TLS: ${failure.message}`, { code: failure.originalCode });
  // What is no final reply leaves it open what the server made of the data.
  if (
    failure.response !== undefined &&
    failure.responseCode !== undefined &&
    !(handedOver && failure.responseCode < 400)
  ) {
    return classifyReply({
      response: failure.response,
      responseCode: failure.responseCode,
      at: stage === 'open' ? 'open' : commandOf(failure),
    });
  }
  if (code === 'EMESSAGE' && !handedOver) return bounced(failure.message, '5.3.4');
  const detail = handedOver
    ? `Connection lost after the message was handed over (${failure.message})`
    : `Mail server not reached: ${failure.message}`;
  return tryAgain(detail, { code: failure.originalCode ?? code, unknown: handedOver, outage: true });
}

const commandOf = ({ command }: SmtpFailure): SmtpReply['at'] =>
  command === 'MAIL FROM' || command === 'RCPT TO' ? command : 'DATA';

/** OpenSSL's verification errors and Node's own TLS errors. */
const isCertificateFault = ({ originalCode = '' }: SmtpFailure): boolean =>
  /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO$)/.test(
    originalCode,
  );
