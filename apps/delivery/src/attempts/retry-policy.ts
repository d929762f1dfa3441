import type { LogStatus } from '@postrider/contracts';
import type { DeliveryOutcome } from '../drivers/driver.js';
import type { Conclusion } from './conclusion.js';
import type { LeasedMessage } from './leased-message.js';

const jitter = 0.2;
const maxWaitSeconds = 48 * 60 * 60;
/** Waits of 15 s to 4 min between calls to an unavailable dependency; they do not count as attempts. */
const dependencyWait = { firstSeconds: 15, doublings: 4 };

/** The result of one attempt: the log's next status, the text of its event, and when to retry. */
export interface Consequence {
  readonly status: LogStatus;
  readonly message: string;
  /** Seconds; absent: the message is final. */
  readonly retryAfter?: number | undefined;
  /** The ESP may have received it. */
  readonly ambiguous?: boolean;
  /** The cause is the ESP account itself, so its fallback may send the message immediately. */
  readonly accountFailed?: boolean;
}

export interface RetrySchedule {
  /** Seconds between attempts; after the last the message is dropped. */
  readonly RETRY_DELAYS_SECONDS: readonly number[];
  /** Minimum wait in seconds before a message is repeated that the ESP may have received. */
  readonly UNKNOWN_OUTCOME_WAIT_SECONDS: number;
}

type AttemptState = Pick<LeasedMessage, 'attempt' | 'waits' | 'ambiguous'>;

export function applyRetryPolicy(
  conclusion: Conclusion,
  message: AttemptState,
  schedule: RetrySchedule,
  random: () => number = Math.random,
): Consequence {
  switch (conclusion.kind) {
    case 'responded':
    case 'settled':
      return applyOutcome(conclusion.outcome, message, schedule, random);
    case 'exhausted':
      return abandonedAfterLastAttempt(message);
    case 'waiting':
      return {
        status: 'failed_to_queue',
        message: `${conclusion.reason}; retried until it is available`,
        retryAfter: dependencyWait.firstSeconds * 2 ** Math.min(message.waits, dependencyWait.doublings),
      };
    case 'late':
      return leaseExpired;
    case 'interrupted':
      return conclusion.ambiguous ? repeatedAfterStop(schedule) : releasedAtStop;
  }
}

/**
 * A deferred message is retried after each of the delays, or at the provider's own date if that is later, and dropped
 * after the last one. A permanent rejection by a provider or receiver is final.
 */
function applyOutcome(
  outcome: DeliveryOutcome,
  message: AttemptState,
  schedule: RetrySchedule,
  random: () => number,
): Consequence {
  if (outcome.kind === 'sent') return { status: 'sent', message: outcome.detail };
  const ambiguous = outcome.kind === 'deferred' && outcome.unknown === true;
  const reason = withUnknownOutcome(outcome.detail, ambiguous, message.ambiguous);
  if (outcome.kind === 'rejected') return { status: outcome.status, message: reason };
  const { RETRY_DELAYS_SECONDS: delays, UNKNOWN_OUTCOME_WAIT_SECONDS: unknownOutcomeWait } = schedule;
  const delay = delays[message.attempt - 1];
  if (delay === undefined) return droppedAfterRetries(message.attempt, reason);
  const providerDelay = outcome.retryAt ? (outcome.retryAt.getTime() - Date.now()) / 1000 : 0;
  const jittered = delay * (1 + jitter * (2 * random() - 1));
  const retryAfter = Math.min(Math.max(jittered, providerDelay, ambiguous ? unknownOutcomeWait : 0), maxWaitSeconds);
  const repetition = ambiguous ? ' with the same Message-ID, as it may have been sent' : '';
  return {
    status: 'failed_to_send',
    message: `${withoutStop(outcome.detail)}; next try in ${formatDuration(retryAfter)}${repetition}`,
    retryAfter,
    ambiguous,
    accountFailed: !ambiguous && isAccountFailure(outcome),
  };
}

/** The reason for the end. It notes that the message may have been sent if the outcome of any attempt is unknown. */
function withUnknownOutcome(detail: string, now: boolean, earlier: boolean): string {
  if (now) return `${withoutStop(detail)}; it may have been sent`;
  return earlier ? `${withoutStop(detail)}; it may have been sent by an earlier attempt` : detail;
}

const droppedAfterRetries = (attempts: number, reason: string): Consequence => ({
  status: 'dropped',
  message: `Given up after ${attempts} attempts. ${reason}`,
});

/** The process that made the last attempt died. */
const abandonedAfterLastAttempt = ({ attempt }: AttemptState): Consequence =>
  droppedAfterRetries(
    attempt - 1,
    'The process that made the last one stopped before its outcome was known; it may have been sent',
  );

/** No ESP has received it: any process may lease it immediately. */
const releasedAtStop: Consequence = {
  status: 'failed_to_queue',
  message: 'The process that was about to send this message stopped; another one sends it',
  retryAfter: 0,
};

/** No ESP was called: any process may lease it immediately. */
const leaseExpired: Consequence = {
  status: 'failed_to_queue',
  message: 'The process that leased this message was too busy to start in time; it is retried',
  retryAfter: 0,
};

const repeatedAfterStop = ({ UNKNOWN_OUTCOME_WAIT_SECONDS: wait }: RetrySchedule): Consequence => ({
  status: 'failed_to_send',
  message: `The process that was sending this message stopped before the provider responded; next try in ${formatDuration(wait)} with the same Message-ID, as it may have been sent`,
  retryAfter: wait,
  ambiguous: true,
});

export const maxAttempts = ({ RETRY_DELAYS_SECONDS }: Pick<RetrySchedule, 'RETRY_DELAYS_SECONDS'>): number =>
  RETRY_DELAYS_SECONDS.length + 1;

/** Whether the circuit breaker counts it: the cause is neither this message nor its recipient. */
export const isAccountFailure = (outcome: DeliveryOutcome): boolean =>
  outcome.kind === 'deferred' && (outcome.scope === 'account' || outcome.outage === true);

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');

/** Formats a duration for the log: "30 s", "2 min", "6 h". */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
