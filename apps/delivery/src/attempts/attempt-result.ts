import { endedEvent, sentEvent } from '../logs/mail-events.js';
import type { Conclusion } from './conclusion.js';
import type { LeasedMessage } from './leased-message.js';
import type { AttemptResult } from './results.repository.js';
import type { Consequence } from './retry-policy.js';

export function toResult(
  message: LeasedMessage,
  startedAt: Date,
  conclusion: Conclusion,
  consequence: Consequence,
): AttemptResult {
  return {
    messageId: message.id,
    accountId: message.accountId,
    leaseToken: message.leaseToken,
    espAccountId: message.espAccountId,
    ...consequence,
    subject: 'subject' in conclusion ? conclusion.subject : undefined,
    attempt: toAttempt(message, startedAt, conclusion),
    suppressions: findHardBounces(message, conclusion),
    outbox: consequence.retryAfter === undefined ? buildEndEvent(message, conclusion, consequence) : undefined,
  };
}

/** Undefined when no send was tried: that does not count as an attempt. */
function toAttempt({ attempt }: LeasedMessage, startedAt: Date, conclusion: Conclusion): AttemptResult['attempt'] {
  if (!('outcome' in conclusion)) return undefined;
  const { outcome } = conclusion;
  return {
    number: attempt,
    startedAt,
    outcome: outcome.kind,
    code: 'code' in outcome ? outcome.code : undefined,
    detail: outcome.detail,
    providerMessageId: outcome.kind === 'sent' ? outcome.providerMessageId : undefined,
  };
}

function findHardBounces(
  { accountId, id: logId }: LeasedMessage,
  conclusion: Conclusion,
): AttemptResult['suppressions'] {
  if (conclusion.kind !== 'responded') return undefined;
  return conclusion.outcome.hardBounces?.map(({ address, response: note }) => ({
    accountId,
    address,
    reason: 'hard_bounce',
    note,
    logId,
  }));
}

/** The event that the message is sent, rejected or dropped. */
function buildEndEvent(message: LeasedMessage, conclusion: Conclusion, end: Consequence): AttemptResult['outbox'] {
  const { id: logId, content, ...leased } = message;
  const mail = {
    ...leased,
    logId,
    recipientAddress: content.recipient.address,
    tags: content.tags,
    drip: content.drip ?? null,
    versionId: content.version_id ?? null,
  };
  if ('outcome' in conclusion && conclusion.outcome.kind === 'sent')
    return sentEvent(message, mail, conclusion.outcome.providerMessageId);
  return endedEvent(message, mail, { status: end.status, reason: end.message });
}
