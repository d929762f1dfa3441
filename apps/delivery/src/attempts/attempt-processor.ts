import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Span } from '@opentelemetry/api';
import { traced, withinRequest } from '@postrider/messaging';
import { CONFIG } from '@postrider/service';
import { AttachmentsUnavailable } from '../blobs/blob-stream.js';
import type { DeliveryConfig } from '../config.js';
import { AttemptCounts } from '../esp-accounts/attempt-counts.js';
import { LaneLimits } from '../esp-accounts/lane-limits.js';
import { toLane } from '../esp-accounts/lane.js';
import { ReportedEventsRepository } from '../logs/reported-events.repository.js';
import { countAttempt } from './attempt-metrics.js';
import { toResult } from './attempt-result.js';
import type { Conclusion } from './conclusion.js';
import { abortedByStop, exhausted, failedInternally, reportedAsSent, late, waiting } from './conclusion.js';
import type { LeasedMessage } from './leased-message.js';
import { DependencyUnavailable } from './leased-message.js';
import { MailSender } from './mail-sender.js';
import { ResultRecorder } from './result-recorder.js';
import { applyRetryPolicy, isAccountFailure, maxAttempts } from './retry-policy.js';

/** Share of the lease that must remain for an attempt to start, and the share reserved for recording its result. */
const minLeaseShareToStart = 1 / 2;
const leaseShareForResult = 1 / 4;

interface Bounds {
  readonly LEASE_SECONDS: number;
  readonly ATTEMPT_TIMEOUT_SECONDS: number;
}

/**
 * Milliseconds available to an attempt that starts now. It ends early enough to record the result before the lease
 * expires. Undefined when too little of the lease remains to start. `leasedAt` and `now` are times of
 * `performance.now()`.
 */
export function attemptTimeMs(
  leasedAt: number,
  { LEASE_SECONDS, ATTEMPT_TIMEOUT_SECONDS }: Bounds,
  now = performance.now(),
): number | undefined {
  const lease = LEASE_SECONDS * 1000;
  const left = leasedAt + lease - now;
  if (left < lease * minLeaseShareToStart) return undefined;
  return Math.min(ATTEMPT_TIMEOUT_SECONDS * 1000, left - lease * leaseShareForResult);
}

/**
 * Share of the attempt's time that may pass before the provider is called; the rest is for the provider.
 * A call that is aborted before the provider responds may have sent the message.
 */
const maxPreparationShare = 1 / 2;

/**
 * Runs one attempt for a leased message within its time limit, updates the ESP account's limits and records the result.
 */
@Injectable()
export class AttemptProcessor {
  private readonly logger = new Logger(AttemptProcessor.name);
  private readonly inFlight = new Set<AbortController>();
  private stopping = false;

  constructor(
    private readonly sender: MailSender,
    private readonly reported: ReportedEventsRepository,
    private readonly laneLimits: LaneLimits,
    private readonly counts: AttemptCounts,
    private readonly recorder: ResultRecorder,
    @Inject(CONFIG) private readonly config: DeliveryConfig,
  ) {}

  /**
   * Runs the attempt and commits its result. Never rejects: after a defect the lease expires and another process
   * retries.
   */
  process(message: LeasedMessage): Promise<void> {
    const { id, espAccountId, attempt, traceparent = null } = message;
    const about = { 'postrider.log_id': id, 'postrider.esp_account': espAccountId, 'postrider.attempt': attempt };
    const work = (span?: Span): Promise<void> => this.attempt(message, span);
    return withinRequest(message, () =>
      traced('delivery.attempt', about, work, { traceparent }).catch((error: unknown) => {
        this.logger.error({ err: error, logId: id }, 'the outcome of an attempt could not be recorded');
      }),
    );
  }

  /** Aborts running attempts because the process stops; messages that no ESP has received are released immediately. */
  abortRunning(): void {
    this.stopping = true;
    for (const attempt of this.inFlight) attempt.abort();
  }

  private async attempt(leased: LeasedMessage, span: Span | undefined): Promise<void> {
    const startedAt = new Date();
    let message = leased;
    const conclusion = await this.conclude(leased, (decided) => {
      message = decided;
    });
    if (!conclusion) return;
    this.recordHealth(message, conclusion);
    countAttempt(message, conclusion, span);
    const consequence = applyRetryPolicy(conclusion, message, this.config);
    await this.recorder.record(toResult(message, startedAt, conclusion, consequence));
  }

  /** Each attempt has its own abort signal: signals made by `AbortSignal.any` would outlive it. */
  private async conclude(
    message: LeasedMessage,
    onDecided: (decided: LeasedMessage) => void,
  ): Promise<Conclusion | undefined> {
    if (this.stopping) return abortedByStop();
    const time = attemptTimeMs(message.leasedAt, this.config);
    if (time === undefined) return late;
    const attempt = new AbortController();
    const timer = setTimeout(() => attempt.abort(), time);
    this.inFlight.add(attempt);
    try {
      const dispatchBy = performance.now() + time * maxPreparationShare;
      const conclusion =
        (await this.concludeWithoutSending(message)) ??
        (await this.sender.send(message, onDecided, attempt.signal, dispatchBy));
      return this.stopping && conclusion ? abortedByStop(conclusion) : conclusion;
    } catch (error) {
      return this.concludeFailure(message, error);
    } finally {
      clearTimeout(timer);
      this.inFlight.delete(attempt);
    }
  }

  /** The conclusion of a message that must not be sent again: the provider already has it, or no attempt is left. */
  private async concludeWithoutSending(message: LeasedMessage): Promise<Conclusion | undefined> {
    if (message.ambiguous && (await this.isReported(message))) return reportedAsSent;
    return message.attempt > maxAttempts(this.config) ? exhausted : undefined;
  }

  /** Whether reported events show that an earlier attempt with an unknown outcome did send the message. */
  private async isReported({ accountId, id }: LeasedMessage): Promise<boolean> {
    return this.reported.any(accountId, id).catch((error: unknown) => {
      throw new DependencyUnavailable('The reported events of this message could not be read', { cause: error });
    });
  }

  private recordHealth({ accountId, espAccountId, test }: LeasedMessage, conclusion: Conclusion): void {
    if (conclusion.kind !== 'responded') return;
    const lane = toLane(accountId, espAccountId, test).id;
    const failed = isAccountFailure(conclusion.outcome);
    const isChanged = failed
      ? this.laneLimits.recordFailure(lane, conclusion.outcome)
      : this.laneLimits.recordSuccess(lane);
    if (test) return;
    this.counts.add(accountId, espAccountId, failed);
    if (isChanged) this.counts.wake();
  }

  private concludeFailure(message: LeasedMessage, error: unknown): Conclusion {
    if (this.stopping) return abortedByStop();
    if (!(error instanceof DependencyUnavailable) && !(error instanceof AttachmentsUnavailable)) {
      this.logger.error({ err: error, logId: message.id }, 'an attempt failed with an internal error');
      return failedInternally;
    }
    // Logged for the first wait only, not for each consecutive one.
    if (message.waits === 0) {
      const { id: logId, espAccountId: espAccount } = message;
      this.logger.warn({ err: error.cause, logId, espAccount }, error.message);
    }
    return waiting(error.message);
  }
}
