import type { DripMark } from '@postrider/contracts';
import { messageEnded, messageSent } from '@postrider/contracts';
import { outboxRow } from '@postrider/outbox';
import type { Conclusion } from './conclusion.js';
import type { LeasedMessage } from './leased-message.js';
import type { AttemptResult } from './results.repository.js';
import type { Consequence } from './retry-policy.js';

/** What is written down of one attempt. */
export function resultOf(
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
    attempt: attemptOf(message, startedAt, conclusion),
    suppressions: hardBouncesOf(message, conclusion),
    outbox: consequence.retryAfter === undefined ? endingOf(message, conclusion, consequence) : undefined,
  };
}

/** None where nothing was tried: it uses up no attempt. */
function attemptOf({ attempt }: LeasedMessage, startedAt: Date, conclusion: Conclusion): AttemptResult['attempt'] {
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

function hardBouncesOf({ accountId, id: logId }: LeasedMessage, conclusion: Conclusion): AttemptResult['suppressions'] {
  if (conclusion.kind !== 'answered') return undefined;
  return conclusion.outcome.hardBounces?.map(({ address, response: note }) => ({
    accountId,
    address,
    reason: 'hard_bounce',
    note,
    logId,
  }));
}

/** Whose step it is, for the campaign to go on. */
function dripOf({ content: { drip } }: LeasedMessage): { drip?: DripMark } {
  if (!drip) return {};
  const { campaign_id, membership_id, step_id } = drip;
  return { drip: { campaign_id, membership_id, step_id } };
}

/** The event about the message's end. */
function endingOf(message: LeasedMessage, conclusion: Conclusion, end: Consequence): AttemptResult['outbox'] {
  const about = {
    log_id: message.id,
    template_id: message.templateId,
    recipient_address: message.content.recipient.address,
    test: message.test,
    ...dripOf(message),
    at: Math.floor(Date.now() / 1000),
    ...(message.artifactId === '' ? {} : { artifact_id: message.artifactId }),
    ...(message.content.version_id === undefined ? {} : { version_id: message.content.version_id }),
    tags: [...message.content.tags],
    esp_account_id: message.espAccountId,
  };
  if (!('outcome' in conclusion) || conclusion.outcome.kind !== 'sent') {
    return outboxRow(messageEnded, message, { ...about, status: end.status, reason: end.message });
  }
  const { providerMessageId: provider_message_id } = conclusion.outcome;
  return outboxRow(messageSent, message, { ...about, provider_message_id });
}
