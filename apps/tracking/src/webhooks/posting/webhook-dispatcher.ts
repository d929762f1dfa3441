import { setMaxListeners } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import { Batcher, PeriodicTask, within } from '@postrider/concurrency';
import { withoutAccount, traced } from '@postrider/messaging';
import { CONFIG } from '@postrider/service';
import { Counter } from 'prom-client';
import type { TrackingConfig } from '../../config.js';
import type { WebhookSecrets } from '../signature.js';
import { signed } from '../signature.js';
import { WebhookVault } from '../webhook-vault.js';
import { EndpointClient, PostFailed } from './endpoint-client.js';
import { outcomeOf, ownFaultWait, sentenceOf, waitOf } from './outcome.js';
import type { LeasedPost } from './posts.repository.js';
import { PostsRepository } from './posts.repository.js';
import type { Attempted } from './settlement.repository.js';
import { SettlementRepository } from './settlement.repository.js';
import { Slots } from './slots.js';

const pollMs = 500;
/** After what was queued is committed, and after a slot was given back: what comes meanwhile is looked for together. */
const newMs = 50;
const freedMs = 10;
const drainMs = 3_000;

const posts = new Counter({
  name: 'postrider_webhook_posts_total',
  help: 'Attempts to post an event to a webhook, by outcome',
  labelNames: ['outcome'],
});

class Stopping extends Error {
  override readonly name = 'Stopping';
}

/**
 * Posts what is due (docs/webhooks.md#order-of-events): looks for it twice a second and whenever there is reason to, takes leases for what there
 * are slots for, and writes down how each attempt ended. Replicas share the work. What a process that dies had leased is posted again after the lease.
 */
@Injectable()
export class WebhookDispatcher extends PeriodicTask {
  private readonly slots: Slots;
  private readonly underWay = new Set<Promise<void>>();
  private readonly stop = new AbortController();
  /** The last queue of the look before, where it did not come to the end. */
  private lookedAt: Pick<LeasedPost, 'accountId' | 'webhookId'> | undefined;
  private readonly settlements = new Batcher<Attempted, void>(
    (attempts) => withoutAccount(() => this.settle(attempts)),
    {
      batch: 200,
      concurrent: 2,
    },
  );

  constructor(
    private readonly posts: PostsRepository,
    private readonly settlement: SettlementRepository,
    private readonly endpoints: EndpointClient,
    private readonly vault: WebhookVault,
    @Inject(CONFIG) { WEBHOOK_CONCURRENCY }: Pick<TrackingConfig, 'WEBHOOK_CONCURRENCY'>,
  ) {
    super({ everyMs: pollMs, firstAfterMs: 0, failure: 'cannot look for what is to be posted now' });
    this.slots = new Slots(WEBHOOK_CONCURRENCY);
    // Each post under way listens.
    setMaxListeners(0, this.stop.signal);
  }

  /** There will be something to post, once it is committed. */
  wakeForNew(): void {
    this.wake(newMs);
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    const ended = Promise.all(this.underWay);
    await within(ended, drainMs, () => this.stop.abort(new Stopping()));
    await Promise.all(this.underWay);
    this.endpoints.close();
  }

  /** A look at so many queues; true: there are others, and slots for them. */
  protected async batch(): Promise<boolean> {
    if (this.slots.free === 0) return false;
    const { due, last } = await this.posts.due(this.lookedAt);
    this.lookedAt = last;
    const shares = this.slots.allot(due);
    for (const post of shares.length > 0 ? await this.posts.claim(shares) : []) {
      const delivering = this.deliver(post).finally(() => this.underWay.delete(delivering));
      this.underWay.add(delivering);
    }
    return last !== undefined && this.slots.free > 0;
  }

  /** Never rejects. */
  private async deliver(post: LeasedPost): Promise<void> {
    const release = this.slots.take(post.accountId, post.webhookId);
    try {
      const attempted = await traced('webhook.post', { 'postrider.webhook': post.webhookId }, () => this.attempt(post));
      posts.inc({ outcome: attempted.outcome.kind });
      await this.settlements.add(attempted);
    } catch (error) {
      // Its lease ends by itself.
      this.logger.warn({ err: error }, `the post of ${post.eventId} to ${post.webhookId} could not be settled`);
    } finally {
      release();
      this.wake(freedMs);
    }
  }

  private async attempt(post: LeasedPost): Promise<Attempted> {
    const startedAt = performance.now();
    const ended = (outcome: Attempted['outcome'], message: string, status?: number, answer = ''): Attempted => {
      return { post, outcome, status, message, answer, milliseconds: Math.round(performance.now() - startedAt) };
    };
    if (post.body === null) return ended({ kind: 'lost' }, 'The event is not kept any more');
    try {
      const headers = this.signatures(post, post.body);
      const { status, answer, retryAfter } = await this.endpoints.post(
        post.url,
        headers,
        post.body,
        this.stop.signal,
        post.accountId,
      );
      const outcome = outcomeOf(status, post.attempt, waitOf(retryAfter, Date.now()));
      return ended(outcome, sentenceOf(status), status, answer);
    } catch (error) {
      if (error instanceof Stopping) return ended({ kind: 'cut_off' }, '');
      if (error instanceof PostFailed) return ended(outcomeOf(undefined, post.attempt), error.message);
      this.logger.error({ err: error }, `a fault of this service kept ${post.webhookId} from an event`);
      return ended({ kind: 'put_off', wait: ownFaultWait }, '');
    }
  }

  private signatures(post: LeasedPost, body: string): Readonly<Record<string, string>> {
    const owner = { accountId: post.accountId, rowId: post.webhookId };
    const { current, old } = JSON.parse(this.vault.open(post.secrets, owner)) as WebhookSecrets;
    const now = Date.now();
    const isOldSecretValid = old !== undefined && (post.oldSecretUntil?.getTime() ?? 0) > now;
    return signed(post.eventId, Math.floor(now / 1_000), body, isOldSecretValid ? [current, old] : [current]);
  }

  private async settle(attempts: readonly Attempted[]): Promise<void[]> {
    for (const { id, accountId } of await this.settlement.settle(attempts))
      this.logger.warn(`webhook ${id} of ${accountId} is switched off: it has failed for too long, or asked for it`);
    return attempts.map(() => undefined);
  }
}
