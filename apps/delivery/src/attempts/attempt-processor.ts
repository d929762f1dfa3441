import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Span } from '@opentelemetry/api';
import { traced, withinRequest } from '@postrider/messaging';
import { RenderingRefused } from '@postrider/rendering';
import { CONFIG } from '@postrider/service';
import { AttachmentLoader } from '../blobs/attachment-loader.js';
import { AttachmentsUnavailable, notStored } from '../blobs/blob-stream.js';
import type { DeliveryConfig } from '../config.js';
import type { EspDriver } from '../drivers/driver.js';
import { dropped, sent } from '../drivers/outcome.js';
import { EspDrivers } from '../esp-accounts/esp-drivers.js';
import { LaneLimits } from '../esp-accounts/lane-limits.js';
import { laneOf } from '../esp-accounts/lane.js';
import { ReportedEventsRepository } from '../logs/reported-events.repository.js';
import type { FoundSuppression } from '../suppressions/found-suppressions.js';
import { addressHashes } from '../suppressions/found-suppressions.js';
import { SuppressionsRepository } from '../suppressions/suppressions.repository.js';
import { MailTracking } from '../tracking/mail-tracking.js';
import { ArtifactCache } from './artifact-cache.js';
import { countAttempt } from './attempt-metrics.js';
import { resultOf } from './attempt-result.js';
import { timeOfAttempt } from './attempt-time.js';
import type { Conclusion } from './conclusion.js';
import { answered, cutOff, exhausted, failedInside, knownToBeSent, late, settled, waiting } from './conclusion.js';
import { DueMails, isUndecided, withVersion } from './due-mails.js';
import type { LeasedMessage } from './leased-message.js';
import { NotNow } from './leased-message.js';
import { MailRenderer } from './mail-renderer.js';
import { outgoingMessage, trackedMessage } from './outgoing-message.js';
import { permittedOf, suppressedCode } from './permitted-mail.js';
import { ResultRecorder } from './result-recorder.js';
import { consequenceOf, isTroubleOfTheAccount, mostAttempts } from './retry-policy.js';

/** Of the time of an attempt: the rest is the provider's. What is cut off in the middle of its answer may have been sent. */
const mostForPreparation = 1 / 2;

/**
 * One attempt to send a message that this process has leased: whether its provider has it already, what may still be sent, artifact, who of those it is to may have it, driver, rendering,
 * whether its campaign still wants it, attachments, handing over, and then what is learned of the ESP account, decided for the message and written down. Expected endings are values;
 * what is thrown on the way is either one of our own services that cannot be reached (`NotNow`) or a defect.
 */
@Injectable()
export class AttemptProcessor {
  private readonly logger = new Logger(AttemptProcessor.name);
  private readonly underWay = new Set<AbortController>();
  private stopping = false;

  constructor(
    private readonly artifacts: ArtifactCache,
    private readonly drivers: EspDrivers,
    private readonly renderer: MailRenderer,
    private readonly attachments: AttachmentLoader,
    private readonly laneLimits: LaneLimits,
    private readonly recorder: ResultRecorder,
    private readonly dueMails: DueMails,
    private readonly reported: ReportedEventsRepository,
    private readonly suppressions: SuppressionsRepository,
    private readonly tracking: MailTracking,
    @Inject(CONFIG) private readonly config: DeliveryConfig,
  ) {}

  /** Makes the attempt and commits what became of it. Never rejects: past a defect the lease runs out, and another takes the message up. */
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

  /** Ends what is under way, because the process stops: what no ESP can have is left to others at once. */
  cutOff(): void {
    this.stopping = true;
    for (const attempt of this.underWay) attempt.abort();
  }

  private async attempt(leased: LeasedMessage, span: Span | undefined): Promise<void> {
    const startedAt = new Date();
    let message = leased;
    const conclusion = await this.conclude(leased, (decided) => {
      message = decided;
    });
    if (!conclusion) return;
    this.learn(message, conclusion);
    countAttempt(message, conclusion, span);
    const consequence = consequenceOf(conclusion, message, this.config);
    await this.recorder.record(resultOf(message, startedAt, conclusion, consequence));
  }

  /** An attempt has a deadline of its own, within its lease. Its signal depends on no other: those of `AbortSignal.any` outlive it. */
  private async conclude(
    message: LeasedMessage,
    onDecided: (decided: LeasedMessage) => void,
  ): Promise<Conclusion | undefined> {
    if (this.stopping) return cutOff();
    const time = timeOfAttempt(message.leasedAt, this.config);
    if (time === undefined) return late;
    const attempt = new AbortController();
    const timer = setTimeout(() => attempt.abort(), time);
    this.underWay.add(attempt);
    try {
      const handOverBy = performance.now() + time * mostForPreparation;
      const conclusion = await this.send(message, onDecided, attempt.signal, handOverBy);
      return this.stopping && conclusion ? cutOff(conclusion) : conclusion;
    } catch (error) {
      return this.failed(message, error);
    } finally {
      clearTimeout(timer);
      this.underWay.delete(attempt);
    }
  }

  /** Undefined: the message is no concern of this attempt any more, and there is nothing to write down. */
  private async send(
    leased: LeasedMessage,
    onDecided: (decided: LeasedMessage) => void,
    signal: AbortSignal,
    handOverBy: number,
  ): Promise<Conclusion | undefined> {
    if (leased.ambiguous && (await this.isReported(leased))) return knownToBeSent;
    if (leased.attempt > mostAttempts(this.config)) return exhausted;

    const chosen = isUndecided(leased) ? await this.dueMails.choose(leased) : undefined;
    if (isUndecided(leased) && !chosen) return this.drop(leased, 'The template of this mail is gone');
    const decided = chosen ? withVersion(leased, chosen) : leased;
    onDecided(decided);

    const artifact = await this.artifacts.get(decided);
    if (!artifact) return this.drop(decided, 'The compiled template of this message is gone');

    const found = decided.suppressed ?? (await this.lookUpSuppressions(decided));
    const { message, refusal, notes } = permittedOf(decided, artifact, found);
    if (refusal !== undefined) return this.drop(message, refusal, suppressedCode);

    const driver = await this.driverOf(message);

    const tracked = this.tracking.of(trackedMessage(message), artifact);
    const rendered =
      this.renderer.small(artifact, message, tracked) ??
      (await this.renderer.large(artifact, message, signal, tracked));
    if (rendered instanceof RenderingRefused) return this.drop(message, rendered.message);

    if (message.content.drip && !(await this.dueMails.handOver(message, message.content.drip, chosen)))
      return undefined;

    const { subject } = rendered;
    if (!driver) return settled(sent('A test key was used: the message was rendered and not sent'), subject);

    const { accountId, content } = message;
    const attachments = await this.attachments.load(accountId, content.attachments, driver.streams === true, signal);
    try {
      if (attachments.missing !== undefined) return settled(dropped(notStored(attachments.missing)), subject);
      const handedOverAt = performance.now();
      if (handedOverAt > handOverBy) throw new NotNow('Preparing this message took too long');
      const outcome = await driver.send(outgoingMessage(message, rendered, attachments.contents, tracked), signal);
      this.laneLimits.took(laneOf(message.accountId, message.espAccountId, false).id, performance.now() - handedOverAt);
      return answered(outcome, [...rendered.notes, ...notes], subject);
    } finally {
      attachments.release();
    }
  }

  /** Whether what has been heard of it since shows that an attempt whose outcome was unknown had sent it. */
  private async isReported({ accountId, id }: LeasedMessage): Promise<boolean> {
    return this.reported.any(accountId, id).catch((error: unknown) => {
      throw new NotNow('What was reported of this message could not be read', { cause: error });
    });
  }

  /** Of a mail that an earlier version accepted: all others were looked up with their lease. */
  private async lookUpSuppressions({ accountId, content }: LeasedMessage): Promise<readonly FoundSuppression[]> {
    return this.suppressions.find(accountId, addressHashes(accountId, content)).catch((error: unknown) => {
      throw new NotNow('The suppressions could not be read', { cause: error });
    });
  }

  /** It cannot be sent. While its campaign is paused its step waits all the same: the trouble may be over when it goes on. */
  private drop(message: LeasedMessage, reason: string, code?: string): Conclusion | Promise<Conclusion | undefined> {
    const conclusion = settled(dropped(reason, code));
    const { drip } = message.content;
    if (!drip) return conclusion;
    return this.dueMails.handOver(message, drip, undefined).then((goesOn) => (goesOn ? conclusion : undefined));
  }

  /** None for a message of a test key: no ESP is asked. */
  private async driverOf({ accountId, espAccountId, test }: LeasedMessage): Promise<EspDriver | undefined> {
    if (test) return undefined;
    return this.drivers.of(accountId, espAccountId).catch((error: unknown) => {
      throw new NotNow('The ESP account could not be read', { cause: error });
    });
  }

  private learn({ accountId, espAccountId, test }: LeasedMessage, conclusion: Conclusion): void {
    if (conclusion.kind !== 'answered') return;
    const lane = laneOf(accountId, espAccountId, test).id;
    if (isTroubleOfTheAccount(conclusion.outcome)) this.laneLimits.failed(lane);
    else this.laneLimits.worked(lane);
  }

  private failed(message: LeasedMessage, error: unknown): Conclusion {
    if (this.stopping) return cutOff();
    if (!(error instanceof NotNow) && !(error instanceof AttachmentsUnavailable)) {
      this.logger.error({ err: error, logId: message.id }, 'an attempt failed inside');
      return failedInside;
    }
    // Once for a row of waits, not every time.
    if (message.waits === 0) {
      const { id: logId, espAccountId: espAccount } = message;
      this.logger.warn({ err: error.cause, logId, espAccount }, error.message);
    }
    return waiting(error.message);
  }
}
