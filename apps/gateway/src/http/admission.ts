import { Injectable } from '@nestjs/common';
import { FairQueue, type Release } from '@postrider/concurrency';
import { ServiceError } from '@postrider/contracts';
import { mayBeLarge } from './body-rate-limiter.js';
import type { Middleware } from './api-request.js';

/** Bounds of the adaptive number of requests in progress. */
const bounds = { max: 192, min: 32 };
/** The limit falls while requests take more than `slowMs` on average, and rises while they take less than `quickMs`. */
const slowMs = 300;
const quickMs = 200;
const adjustEveryMs = 100;
/** How long a request waits for a slot. It is less if the queue has not been empty for `standingAfterMs`. */
const timeoutsMs = { ordinary: 500, standing: 100 };
const standingAfterMs = 500;
const maxWaiting = 2_048;

/** The request was rejected before any work on it started. */
export class Overloaded extends ServiceError {
  constructor() {
    super('unavailable', 'Too many concurrent requests; this one was not started', undefined, 1, {
      reason: 'overloaded',
    });
  }
}

/**
 * Limits the sends in progress (docs/operate/limits.md#requests). A request without a slot waits briefly and is then
 * rejected. Accounts are served in turn, and one holds at most twice as many slots as stay free.
 */
@Injectable()
export class Admission {
  private limit = bounds.max;
  private readonly slots = new FairQueue({ capacity: bounds.max, share: 2, maxWaiting });
  private emptyAt = 0;
  private averageMs = 0;
  private adjustedAt = 0;

  /** A slot, if one is free and no request waits for it. */
  tryAcquire(accountId: string): Release | undefined {
    const release = this.slots.tryAcquire({ key: accountId });
    return release && this.measured(release);
  }

  /**
   * Waits for a slot. Within an account, requests with priority come first.
   * @throws Overloaded
   */
  async wait(accountId: string, hasPriority: boolean): Promise<Release> {
    const now = performance.now();
    if (this.slots.waiters === 0) this.emptyAt = now;
    const timeoutMs = now - this.emptyAt > standingAfterMs ? timeoutsMs.standing : timeoutsMs.ordinary;
    const release = await this.slots.acquire({ key: accountId, hasPriority, timeoutMs }).catch(() => {
      throw new Overloaded();
    });
    return this.measured(release);
  }

  private measured(release: Release): Release {
    const since = performance.now();
    return () => {
      this.adjust(since);
      release();
    };
  }

  /** Lowers the limit while requests are slow: with fewer in progress, each takes less time on the shared resource. */
  private adjust(since: number): void {
    const now = performance.now();
    this.averageMs += (now - since - this.averageMs) / 16;
    if (this.slots.waiters === 0 || now - this.adjustedAt < adjustEveryMs) return;
    this.adjustedAt = now;
    if (this.averageMs > slowMs) this.limit = Math.max(bounds.min, Math.floor(this.limit * 0.9));
    else if (this.averageMs < quickMs) this.limit = Math.min(bounds.max, this.limit + 8);
    this.slots.resize(this.limit);
  }
}

/**
 * Lets sends wait for a slot, calls of a batch after other requests. Other operations need none, and neither do large
 * bodies, whose rate is limited already.
 */
export const admit =
  (admission: Admission): Middleware =>
  (request, response, next) => {
    const { endpoint, caller, isElement = false } = request;
    const priority = endpoint?.priority;
    if (priority === undefined || mayBeLarge(request)) {
      next();
      return undefined;
    }
    const { accountId } = caller!;
    const start = (release: () => void): void => {
      if (response.closed) release();
      else response.once('close', release);
      next();
    };
    const release = admission.tryAcquire(accountId);
    if (!release) return admission.wait(accountId, priority === 'first' && !isElement).then(start);
    start(release);
    return undefined;
  };
