import type { LogStatus } from '@postrider/contracts';
import type { DeliveryOutcome } from '../drivers/driver.js';

const jitter = 0.2;
const longestWaitSeconds = 48 * 60 * 60;

/** What follows from one attempt: the log's next status, what the event says, and when to try again. */
export interface Consequence {
  readonly status: LogStatus;
  readonly message: string;
  /** Seconds; absent: this was the end. */
  readonly retryAfter?: number | undefined;
  /** The ESP may have taken it all the same. */
  readonly ambiguous?: boolean;
  /** For a reason of the ESP account's own: its fallback may take the message at once. */
  readonly accountFailed?: boolean;
}

/** Which attempt it was, and whether one before it may have sent the message. */
export interface Try {
  readonly attempt: number;
  readonly ambiguous: boolean;
}

export interface RetrySchedule {
  /** Seconds between attempts. */
  readonly delays: readonly number[];
  /** Least wait in seconds before a message is repeated that the ESP may have taken. */
  readonly unknownOutcomeWait: number;
}

/**
 * A message that could not be sent now is tried again after each of `delays`, at the provider's own date if that is later, and dropped
 * when they are used up. What a provider or receiver refuses for good ends at once.
 */
export function consequenceOf(
  outcome: DeliveryOutcome,
  { attempt, ambiguous: earlier }: Try,
  { delays, unknownOutcomeWait }: RetrySchedule,
  random: () => number = Math.random,
): Consequence {
  if (outcome.kind === 'sent') return { status: 'sent', message: outcome.detail };
  const ambiguous = outcome.kind === 'deferred' && outcome.unknown === true;
  const reason = withDoubt(outcome.detail, ambiguous, earlier);
  if (outcome.kind === 'rejected') return { status: outcome.status, message: reason };
  const delay = delays[attempt - 1];
  if (delay === undefined) return { status: 'dropped', message: `Given up after ${attempt} attempts. ${reason}` };
  const asked = outcome.retryAt ? (outcome.retryAt.getTime() - Date.now()) / 1000 : 0;
  const jittered = delay * (1 + jitter * (2 * random() - 1));
  const retryAfter = Math.min(Math.max(jittered, asked, ambiguous ? unknownOutcomeWait : 0), longestWaitSeconds);
  return {
    status: 'failed_to_send',
    message: `${withoutStop(outcome.detail)}; next try in ${inWords(retryAfter)}${ambiguous ? ' with the same Message-ID, as it may have been sent' : ''}`,
    retryAfter,
    ambiguous,
    accountFailed: !ambiguous && isTroubleOfTheAccount(outcome),
  };
}

/** The end of a message whose last attempt ended with the process that made it. */
export const abandonedForGood = (attempt: number): Consequence => ({
  status: 'dropped',
  message: `Given up after ${attempt - 1} attempts. The process that made the last one stopped before its outcome was known; it may have been sent`,
});

export const mostAttempts = (delays: readonly number[]): number => delays.length + 1;

/** Whether the breaker counts it: nothing to do with this message or its recipient. */
export const isTroubleOfTheAccount = (outcome: DeliveryOutcome): boolean =>
  outcome.kind === 'deferred' && (outcome.scope === 'account' || outcome.outage === true);

/** The reason why a message ends, without claiming that nobody has it. */
function withDoubt(detail: string, now: boolean, earlier: boolean): string {
  if (now) return `${withoutStop(detail)}; it may have been sent`;
  return earlier ? `${withoutStop(detail)}; it may have been sent by an earlier attempt` : detail;
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');

/** A duration as a support engineer reads it: "30 s", "2 min", "6 h". */
export function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
