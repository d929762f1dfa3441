import type { LogStatus } from '@postrider/contracts';
import type { DeliveryOutcome } from '../drivers/driver.js';
import type { Conclusion } from './conclusion.js';
import type { LeasedMessage } from './leased-message.js';

const jitter = 0.2;
const maxWaitSeconds = 48 * 60 * 60;
/** 15 s to 4 min between asking one of our own services again: nobody's attempt, as nobody was asked. */
const ownServiceWait = { firstSeconds: 15, doublings: 4 };

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

export interface RetrySchedule {
  /** Seconds between attempts; after the last the message is dropped. */
  readonly RETRY_DELAYS_SECONDS: readonly number[];
  /** Least wait in seconds before a message is repeated that the ESP may have taken. */
  readonly UNKNOWN_OUTCOME_WAIT_SECONDS: number;
}

type Tried = Pick<LeasedMessage, 'attempt' | 'waits' | 'ambiguous'>;

/** What follows for a message from how its attempt ended. */
export function consequenceOf(
  conclusion: Conclusion,
  message: Tried,
  schedule: RetrySchedule,
  random: () => number = Math.random,
): Consequence {
  switch (conclusion.kind) {
    case 'answered':
    case 'settled':
      return ofOutcome(conclusion.outcome, message, schedule, random);
    case 'exhausted':
      return abandonedForGood(message);
    case 'waiting':
      return {
        status: 'failed_to_queue',
        message: `${conclusion.reason}; tried again until that is over`,
        retryAfter: ownServiceWait.firstSeconds * 2 ** Math.min(message.waits, ownServiceWait.doublings),
      };
    case 'late':
      return givenBack;
    case 'cut off':
      return conclusion.ambiguous ? repeatedAfterStop(schedule) : leftToOthers;
  }
}

/**
 * A message that could not be sent now is tried again after each of the delays, at the provider's own date if that is later, and dropped when
 * they are used up. What a provider or receiver refuses for good ends at once.
 */
function ofOutcome(
  outcome: DeliveryOutcome,
  message: Tried,
  schedule: RetrySchedule,
  random: () => number,
): Consequence {
  if (outcome.kind === 'sent') return { status: 'sent', message: outcome.detail };
  const ambiguous = outcome.kind === 'deferred' && outcome.unknown === true;
  const reason = withDoubt(outcome.detail, ambiguous, message.ambiguous);
  if (outcome.kind === 'rejected') return { status: outcome.status, message: reason };
  const { RETRY_DELAYS_SECONDS: delays, UNKNOWN_OUTCOME_WAIT_SECONDS: unknownOutcomeWait } = schedule;
  const delay = delays[message.attempt - 1];
  if (delay === undefined) return givenUp(message.attempt, reason);
  const asked = outcome.retryAt ? (outcome.retryAt.getTime() - Date.now()) / 1000 : 0;
  const jittered = delay * (1 + jitter * (2 * random() - 1));
  const retryAfter = Math.min(Math.max(jittered, asked, ambiguous ? unknownOutcomeWait : 0), maxWaitSeconds);
  const repetition = ambiguous ? ' with the same Message-ID, as it may have been sent' : '';
  return {
    status: 'failed_to_send',
    message: `${withoutStop(outcome.detail)}; next try in ${inWords(retryAfter)}${repetition}`,
    retryAfter,
    ambiguous,
    accountFailed: !ambiguous && isAccountFault(outcome),
  };
}

/** The reason why a message ends, without claiming that nobody has it: an answer that was lost once is still missing at the end. */
function withDoubt(detail: string, now: boolean, earlier: boolean): string {
  if (now) return `${withoutStop(detail)}; it may have been sent`;
  return earlier ? `${withoutStop(detail)}; it may have been sent by an earlier attempt` : detail;
}

const givenUp = (attempts: number, reason: string): Consequence => ({
  status: 'dropped',
  message: `Given up after ${attempts} attempts. ${reason}`,
});

/** The end of a message whose last attempt ended with the process that made it. */
const abandonedForGood = ({ attempt }: Tried): Consequence =>
  givenUp(
    attempt - 1,
    'The process that made the last one stopped before its outcome was known; it may have been sent',
  );

/** No ESP has it: whoever has room takes it up at once. */
const leftToOthers: Consequence = {
  status: 'failed_to_queue',
  message: 'The process that was about to send this message stopped; another one takes it up',
  retryAfter: 0,
};

/** Nobody was asked: whoever has time takes it up at once. */
const givenBack: Consequence = {
  status: 'failed_to_queue',
  message: 'The process that took this message up was too busy to begin in time; it is taken up again',
  retryAfter: 0,
};

const repeatedAfterStop = ({ UNKNOWN_OUTCOME_WAIT_SECONDS: wait }: RetrySchedule): Consequence => ({
  status: 'failed_to_send',
  message: `The process that was sending this message stopped before the provider answered; next try in ${inWords(wait)} with the same Message-ID, as it may have been sent`,
  retryAfter: wait,
  ambiguous: true,
});

export const maxAttempts = ({ RETRY_DELAYS_SECONDS }: Pick<RetrySchedule, 'RETRY_DELAYS_SECONDS'>): number =>
  RETRY_DELAYS_SECONDS.length + 1;

/** Whether the breaker counts it: nothing to do with this message or its recipient. */
export const isAccountFault = (outcome: DeliveryOutcome): boolean =>
  outcome.kind === 'deferred' && (outcome.scope === 'account' || outcome.outage === true);

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');

/** A duration as a support engineer reads it: "30 s", "2 min", "6 h". */
export function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
