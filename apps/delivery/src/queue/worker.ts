import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { messageEnded, messageSent } from '@postrider/contracts';
import { traced, withinRequest } from '@postrider/messaging';
import { outboxRow, OutboxRelay } from '@postrider/outbox';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import type { DeliveryOutcome } from '../drivers/driver.js';
import { NotNow } from '../sending/not-now.js';
import type { Attempted } from '../sending/sender.js';
import { Sender } from '../sending/sender.js';
import { Breakers } from './breakers.js';
import type { Slot } from './lanes.js';
import { Lanes } from './lanes.js';
import type { LeasedMessage } from './leased-message.js';
import { attemptsMade } from './metrics.js';
import type { AttemptResult } from './results.repository.js';
import { ResultsRepository } from './results.repository.js';
import type { Consequence } from './retry-policy.js';
import { abandonedForGood, consequenceOf, isTroubleOfTheAccount, mostAttempts } from './retry-policy.js';

/** 15 s to 4 min: nobody's attempt, as nobody was asked. */
const notNowRetry = { firstSeconds: 15, doublings: 4 };
const internalError = 'internal_error';
const recordRetryMs = { first: 100, most: 2_000 };

/** Makes the attempts: sends what is leased and commits what became of it. */
@Injectable()
export class Worker implements BeforeApplicationShutdown {
  private readonly logger = new Logger(Worker.name);
  private readonly stopping = new AbortController();
  private readonly backlog = new Set<string>();
  private claiming = false;
  private stopped = false;
  private wakePoller: () => void = () => {};
  private readonly breakers = new Breakers();
  readonly lanes: Lanes;

  constructor(
    private readonly sender: Sender,
    private readonly results: ResultsRepository,
    private readonly relay: OutboxRelay,
    @Inject(CONFIG) private readonly config: DeliveryConfig,
  ) {
    this.lanes = new Lanes(config.DELIVERY_CONCURRENCY, config.DELIVERY_LANE_CONCURRENCY, this.breakers, (lane) =>
      this.slotReleased(lane),
    );
  }

  /** A place for a message that is being accepted; none while older messages of its lane wait, or they would be overtaken for ever. */
  reserve(lane: string): Slot | undefined {
    return this.claiming || this.stopped || this.backlog.has(lane) ? undefined : this.lanes.reserve(lane);
  }

  /** There is due work in this lane that nobody has taken. */
  noteBacklog(lane: string): void {
    this.backlog.add(lane);
    if (this.lanes.roomIn(lane) > 0) this.wakePoller();
  }

  /** Its credentials or settings are new: what was learned of the old ones does not hold, and what waits for it may go. */
  espAccountChanged(espAccountId: string): void {
    this.breakers.worked(espAccountId);
    this.wakePoller();
  }

  get lanesWithBacklog(): readonly string[] {
    return [...this.backlog];
  }

  backlogCleared(lane: string): void {
    this.backlog.delete(lane);
  }

  /** While `claim` runs no acceptance takes a slot, so what it claims within the rooms it was given has one. */
  async whileClaiming<Result>(claim: () => Promise<Result>): Promise<Result> {
    this.claiming = true;
    try {
      return await claim();
    } finally {
      this.claiming = false;
    }
  }

  /** Calls back when it is worth looking for due work again. */
  onRoom(wake: () => void): void {
    this.wakePoller = wake;
  }

  /** Makes one attempt; the slot is given back and the result committed whatever happens. Never rejects. */
  send(slot: Slot, message: LeasedMessage): void {
    void withinRequest({ accountId: message.accountId, requestId: message.requestId }, async () => {
      try {
        await traced(
          'delivery.attempt',
          {
            'postrider.log_id': message.id,
            'postrider.esp_account': message.espAccountId,
            'postrider.attempt': message.attempt,
          },
          async (span) => {
            const result = await this.attempt(slot, message);
            span?.setAttributes({
              'postrider.outcome': result.attempt?.outcome ?? result.status,
              'postrider.code': result.attempt?.code,
            });
            await this.record(result);
          },
          { traceparent: message.traceparent ?? null },
        );
      } catch (error) {
        // The lease runs out and the message is taken up again.
        this.logger.error({ err: error, logId: message.id }, 'the outcome of an attempt could not be recorded');
      } finally {
        slot.release();
      }
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      this.lanes.empty(),
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, this.config.DRAIN_SECONDS * 1000);
      }),
    ]);
    clearTimeout(timer);
    // Whatever an ESP has not answered by now is cut off; its lease runs out and the ambiguity is handled as after a crash.
    this.stopping.abort();
    await this.sender.close();
  }

  private async attempt(slot: Slot, message: LeasedMessage): Promise<AttemptResult> {
    const startedAt = new Date();
    const base = {
      messageId: message.id,
      accountId: message.accountId,
      leaseToken: slot.leaseToken,
      espAccountId: message.espAccountId,
    };
    if (message.attempt > mostAttempts(this.config.RETRY_DELAYS_SECONDS)) {
      const end = abandonedForGood(message.attempt);
      return { ...base, ...end, outbox: this.ending(message, end) };
    }
    try {
      const signal = AbortSignal.any([
        this.stopping.signal,
        AbortSignal.timeout(this.config.ATTEMPT_TIMEOUT_SECONDS * 1000),
      ]);
      const { outcome, asked } = await this.ask(message, signal);
      if (asked) this.learn(message.espAccountId, outcome);
      attemptsMade.inc({ outcome: classOf(outcome), esp_account: message.espAccountId });
      const consequence = consequenceOf(outcome, message.attempt, {
        delays: this.config.RETRY_DELAYS_SECONDS,
        unknownOutcomeWait: this.config.UNKNOWN_OUTCOME_WAIT_SECONDS,
      });
      return {
        ...base,
        ...consequence,
        attempt: {
          number: message.attempt,
          startedAt,
          outcome: outcome.kind,
          code: 'code' in outcome ? outcome.code : undefined,
          detail: outcome.detail,
          providerMessageId: outcome.kind === 'sent' ? outcome.providerMessageId : undefined,
        },
        outbox: consequence.retryAfter === undefined ? this.ending(message, consequence, outcome) : undefined,
      };
    } catch (error) {
      if (!(error instanceof NotNow)) throw error;
      attemptsMade.inc({ outcome: 'not_now', esp_account: message.espAccountId });
      if (message.waits === 0)
        this.logger.warn({ err: error.cause, logId: message.id, espAccount: message.espAccountId }, error.message);
      const retryAfter = notNowRetry.firstSeconds * 2 ** Math.min(message.waits, notNowRetry.doublings);
      return {
        ...base,
        status: 'failed_to_queue',
        message: `${error.message}; tried again until that is over`,
        retryAfter,
      };
    }
  }

  /** An error of our own is tried again by the schedule, too, so that it has an end. @throws NotNow */
  private async ask(message: LeasedMessage, signal: AbortSignal): Promise<Attempted> {
    try {
      return await this.sender.send(message, signal);
    } catch (error) {
      if (error instanceof NotNow) throw error;
      this.logger.error({ err: error, logId: message.id }, 'an attempt failed inside');
      return {
        asked: false,
        outcome: {
          kind: 'deferred',
          scope: 'message',
          code: internalError,
          detail: 'An internal error prevented delivery',
        },
      };
    }
  }

  private learn(espAccountId: string, outcome: DeliveryOutcome): void {
    if (isTroubleOfTheAccount(outcome)) this.breakers.failed(espAccountId);
    else this.breakers.worked(espAccountId);
  }

  private ending(
    message: LeasedMessage,
    { status, message: reason }: Consequence,
    outcome?: DeliveryOutcome,
  ): AttemptResult['outbox'] {
    const about = {
      log_id: message.id,
      template_id: message.templateId,
      recipient_address: message.content.recipient.address,
      test: message.test,
      at: Math.floor(Date.now() / 1000),
    };
    return outcome?.kind === 'sent'
      ? outboxRow(messageSent, message, {
          ...about,
          esp_account_id: message.espAccountId,
          provider_message_id: outcome.providerMessageId,
        })
      : outboxRow(messageEnded, message, { ...about, status, reason });
  }

  /** The ESP's answer must not be lost because the database is away for a moment: kept and written again while the lease is ours. */
  private async record(result: AttemptResult): Promise<void> {
    const until = Date.now() + this.config.LEASE_SECONDS * 1000;
    for (let wait = recordRetryMs.first; ; wait = Math.min(wait * 2, recordRetryMs.most)) {
      try {
        const owned = await this.results.record(result);
        if (!owned)
          this.logger.warn({ logId: result.messageId }, 'another process took this message over; its result stands');
        this.relay.wake();
        return;
      } catch (error) {
        if (Date.now() + wait > until) throw error;
        this.logger.warn(`a result could not be recorded yet: ${(error as Error).message}`);
        await new Promise((resolve) => {
          setTimeout(resolve, wait);
        });
      }
    }
  }

  private slotReleased(lane: string): void {
    if (this.backlog.has(lane) && !this.stopped && this.lanes.isHalfFree(lane)) this.wakePoller();
  }
}

const classOf = (outcome: DeliveryOutcome): string => {
  if (outcome.kind !== 'deferred') return outcome.kind;
  if (outcome.code === internalError) return 'internal';
  return outcome.unknown ? 'unknown' : `deferred_${outcome.outage ? 'outage' : outcome.scope}`;
};
