import { setMaxListeners } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import { Batcher, PeriodicTask, within } from '@postrider/concurrency';
import { withoutAccount, traced } from '@postrider/messaging';
import { CONFIG } from '@postrider/service';
import { Counter } from 'prom-client';
import type { TrackingConfig } from '../../config.js';
import { toResendBody } from '../resend-event.js';
import type { WebhookSecrets } from '../signature.js';
import { signed } from '../signature.js';
import { WebhookVault } from '../webhook-vault.js';
import { EndpointClient, EndpointFailed } from './endpoint-client.js';
import { classifyStatus, localErrorDelay, describeOutcome, parseRetryAfter } from './outcome.js';
import type { LeasedDelivery } from './posts.repository.js';
import { WebhookDeliveriesRepository } from './posts.repository.js';
import type { CompletedAttempt } from './settlement.repository.js';
import { SettlementRepository } from './settlement.repository.js';
import { Slots } from './slots.js';

const pollMs = 500;
/** Debounce after new deliveries and after a released slot, so that one scan finds several. */
const newDeliveryDebounceMs = 50;
const releaseDebounceMs = 10;
const drainMs = 3_000;

const deliveries = new Counter({
  name: 'postrider_webhook_posts_total',
  help: 'Attempts to post an event to a webhook, by outcome',
  labelNames: ['outcome'],
});

class Stopping extends Error {
  override readonly name = 'Stopping';
}

/**
 * Delivers due events (docs/webhooks.md#order-of-events): scans twice a second and on wake-ups, claims deliveries up to
 * the free slots, and stores the results. Replicas share the work. Deliveries of a crashed process are claimed again
 * after their lease.
 */
@Injectable()
export class WebhookDispatcher extends PeriodicTask {
  private readonly slots: Slots;
  private readonly inFlight = new Set<Promise<void>>();
  private readonly stop = new AbortController();
  /** The last queue of the previous scan, if it did not reach the end. */
  private lastQueue: Pick<LeasedDelivery, 'accountId' | 'webhookId'> | undefined;
  private readonly settlements = new Batcher<CompletedAttempt, void>(
    (attempts) => withoutAccount(() => this.settle(attempts)),
    {
      batch: 200,
      concurrent: 2,
    },
  );

  constructor(
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly settlement: SettlementRepository,
    private readonly endpoints: EndpointClient,
    private readonly vault: WebhookVault,
    @Inject(CONFIG) { WEBHOOK_CONCURRENCY }: Pick<TrackingConfig, 'WEBHOOK_CONCURRENCY'>,
  ) {
    super({ everyMs: pollMs, firstAfterMs: 0, failure: 'could not scan for due webhook posts' });
    this.slots = new Slots(WEBHOOK_CONCURRENCY);
    // Each delivery in flight adds a listener.
    setMaxListeners(0, this.stop.signal);
  }

  /** Wakes the dispatcher for new deliveries, after a delay for their commit. */
  wakeForNewDeliveries(): void {
    this.wake(newDeliveryDebounceMs);
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    const ended = Promise.all(this.inFlight);
    await within(ended, drainMs, () => this.stop.abort(new Stopping()));
    await Promise.all(this.inFlight);
    this.endpoints.close();
  }

  /** Scans one batch of queues. Returns whether there are more queues, and free slots for them. */
  protected async batch(): Promise<boolean> {
    if (this.slots.free === 0) return false;
    const { due, last } = await this.deliveries.due(this.lastQueue);
    this.lastQueue = last;
    const shares = this.slots.distribute(due);
    for (const delivery of shares.length > 0 ? await this.deliveries.claim(shares) : []) {
      const delivering = this.deliver(delivery).finally(() => this.inFlight.delete(delivering));
      this.inFlight.add(delivering);
    }
    return last !== undefined && this.slots.free > 0;
  }

  /** Never rejects. */
  private async deliver(delivery: LeasedDelivery): Promise<void> {
    const release = this.slots.take(delivery.accountId, delivery.webhookId);
    try {
      const attempted = await traced('webhook.post', { 'postrider.webhook': delivery.webhookId }, () =>
        this.attempt(delivery),
      );
      deliveries.inc({ outcome: attempted.outcome.kind });
      await this.settlements.add(attempted);
    } catch (error) {
      // The lease expires, and the delivery is claimed again.
      this.logger.warn(
        { err: error },
        `could not store the result of posting ${delivery.eventId} to ${delivery.webhookId}`,
      );
    } finally {
      release();
      this.wake(releaseDebounceMs);
    }
  }

  private async attempt(delivery: LeasedDelivery): Promise<CompletedAttempt> {
    const startedAt = performance.now();
    const buildResult = (
      outcome: CompletedAttempt['outcome'],
      message: string,
      status?: number,
      response = '',
    ): CompletedAttempt => {
      return {
        delivery,
        outcome,
        status,
        message,
        answer: response,
        milliseconds: Math.round(performance.now() - startedAt),
      };
    };
    if (delivery.body === null) return buildResult({ kind: 'lost' }, 'The event has expired');
    try {
      const body = delivery.format === 'resend' ? toResendBody(delivery.body) : delivery.body;
      const {
        status,
        body: response,
        retryAfter,
      } = await this.endpoints.post(
        delivery.url,
        this.signatures(delivery, body),
        body,
        this.stop.signal,
        delivery.accountId,
      );
      const outcome = classifyStatus(status, delivery.attempt, parseRetryAfter(retryAfter, Date.now()));
      return buildResult(outcome, describeOutcome(status), status, response);
    } catch (error) {
      if (error instanceof Stopping) return buildResult({ kind: 'interrupted' }, '');
      if (error instanceof EndpointFailed)
        return buildResult(classifyStatus(undefined, delivery.attempt), error.message);
      this.logger.error({ err: error }, `an error of this service prevented a post to ${delivery.webhookId}`);
      return buildResult({ kind: 'postponed', wait: localErrorDelay }, '');
    }
  }

  private signatures(delivery: LeasedDelivery, body: string): Readonly<Record<string, string>> {
    const owner = { accountId: delivery.accountId, rowId: delivery.webhookId };
    const { current, old } = JSON.parse(this.vault.open(delivery.secrets, owner)) as WebhookSecrets;
    const now = Date.now();
    const isOldSecretValid = old !== undefined && (delivery.oldSecretUntil?.getTime() ?? 0) > now;
    const headers = signed(
      delivery.eventId,
      Math.floor(now / 1_000),
      body,
      isOldSecretValid ? [current, old] : [current],
    );
    return delivery.format === 'resend' ? { ...headers, ...withSvixNames(headers) } : headers;
  }

  private async settle(attempts: readonly CompletedAttempt[]): Promise<void[]> {
    for (const { id, accountId } of await this.settlement.settle(attempts))
      this.logger.warn(`webhook ${id} of ${accountId} was disabled: it failed for too long or returned 410`);
    return attempts.map(() => undefined);
  }
}

/** The headers that libraries of Resend verify. Svix, which it uses, signs as Standard Webhooks do. */
const withSvixNames = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replace('webhook-', 'svix-'), value]));
