import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Span } from '@opentelemetry/api';
import { traced, withinRequest } from '@postrider/messaging';
import type { Artifact, RenderedMessage } from '@postrider/rendering';
import { renderArtifact, RenderingRefused } from '@postrider/rendering';
import { CONFIG } from '@postrider/service';
import type { LoadedAttachments } from '../blobs/attachment-loader.js';
import { AttachmentLoader } from '../blobs/attachment-loader.js';
import type { DeliveryConfig } from '../config.js';
import type { EspDriver } from '../drivers/driver.js';
import { dropped, sent } from '../drivers/outcome.js';
import { Breakers } from '../esp-accounts/breakers.js';
import { EspDrivers } from '../esp-accounts/esp-drivers.js';
import { laneOf } from '../esp-accounts/lane.js';
import { ArtifactCache } from './artifact-cache.js';
import { countAttempt } from './attempt-metrics.js';
import { resultOf } from './attempt-result.js';
import type { Conclusion } from './conclusion.js';
import { answered, cutOff, exhausted, failedInside, settled, waiting } from './conclusion.js';
import type { LeasedMessage } from './leased-message.js';
import { NotNow } from './not-now.js';
import { outgoingMessage } from './outgoing-message.js';
import { ResultRecorder } from './result-recorder.js';
import { consequenceOf, isTroubleOfTheAccount, mostAttempts } from './retry-policy.js';

/**
 * One attempt to send a message that this process has leased: what may still be sent, artifact, driver, rendering, attachments, handing over,
 * and then what is learned of the ESP account, decided for the message and written down. Expected endings are values; what is thrown on the
 * way is either one of our own services that cannot be reached (`NotNow`) or a defect.
 */
@Injectable()
export class AttemptProcessor {
  private readonly logger = new Logger(AttemptProcessor.name);
  private readonly underWay = new Set<AbortController>();
  private stopping = false;

  constructor(
    private readonly artifacts: ArtifactCache,
    private readonly drivers: EspDrivers,
    private readonly attachments: AttachmentLoader,
    private readonly breakers: Breakers,
    private readonly recorder: ResultRecorder,
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

  private async attempt(message: LeasedMessage, span: Span | undefined): Promise<void> {
    const startedAt = new Date();
    const conclusion = await this.conclude(message);
    this.learn(message, conclusion);
    countAttempt(message, conclusion, span);
    const consequence = consequenceOf(conclusion, message, this.config);
    await this.recorder.record(resultOf(message, startedAt, conclusion, consequence));
  }

  /** An attempt has a deadline of its own. Its signal depends on no other: those of `AbortSignal.any` outlive it. */
  private async conclude(message: LeasedMessage): Promise<Conclusion> {
    if (this.stopping) return cutOff();
    const attempt = new AbortController();
    const timer = setTimeout(() => attempt.abort(), this.config.ATTEMPT_TIMEOUT_SECONDS * 1000);
    this.underWay.add(attempt);
    try {
      const conclusion = await this.send(message, attempt.signal);
      return this.stopping ? cutOff(conclusion) : conclusion;
    } catch (error) {
      return this.failed(message, error);
    } finally {
      clearTimeout(timer);
      this.underWay.delete(attempt);
    }
  }

  private async send(message: LeasedMessage, signal: AbortSignal): Promise<Conclusion> {
    if (message.attempt > mostAttempts(this.config)) return exhausted;

    const artifact = await this.artifacts.get(message);
    if (!artifact) return settled(dropped('The compiled template of this message is gone'));

    const driver = await this.driverOf(message);

    const rendered = this.render(artifact, message);
    if (rendered instanceof RenderingRefused) return settled(dropped(rendered.message));

    if (!driver) return settled(sent('A test key was used: the message was rendered and not sent'));

    const attachments = await this.attachmentsOf(message, signal);
    try {
      if (attachments.missing !== undefined) {
        return settled(dropped(`The attachment "${attachments.missing}" is not stored any more`));
      }
      const outcome = await driver.send(outgoingMessage(message, rendered, attachments.contents), signal);
      return answered(outcome, rendered.notes);
    } finally {
      attachments.release();
    }
  }

  /** None for a message of a test key: no ESP is asked. */
  private async driverOf({ accountId, espAccountId, test }: LeasedMessage): Promise<EspDriver | undefined> {
    if (test) return undefined;
    return this.drivers.of(accountId, espAccountId).catch((error: unknown) => {
      throw new NotNow('The ESP account could not be read', { cause: error });
    });
  }

  private render(artifact: Artifact, { content }: LeasedMessage): RenderedMessage | RenderingRefused {
    try {
      return renderArtifact(artifact, content.template_data);
    } catch (error) {
      if (error instanceof RenderingRefused) return error;
      throw error;
    }
  }

  private attachmentsOf({ accountId, content }: LeasedMessage, signal: AbortSignal): Promise<LoadedAttachments> {
    return this.attachments.load(accountId, content.attachments, signal).catch((error: unknown) => {
      throw new NotNow((error as Error).message, { cause: error });
    });
  }

  private learn({ accountId, espAccountId, test }: LeasedMessage, conclusion: Conclusion): void {
    if (conclusion.kind !== 'answered') return;
    const lane = laneOf(accountId, espAccountId, test).id;
    if (isTroubleOfTheAccount(conclusion.outcome)) this.breakers.failed(lane);
    else this.breakers.worked(lane);
  }

  private failed(message: LeasedMessage, error: unknown): Conclusion {
    if (this.stopping) return cutOff();
    if (!(error instanceof NotNow)) {
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
