import { Inject, Injectable } from '@nestjs/common';
import type { LaneError } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import { LRUCache } from 'lru-cache';
import { Gauge } from 'prom-client';
import type { DeliveryConfig } from '../config.js';

const breakersOpen = new Gauge({
  name: 'postrider_breaker_open',
  help: '1 for each ESP account that is paused because it fails',
  labelNames: ['esp_account'],
});
const slots = new Gauge({
  name: 'postrider_lane_slots',
  help: 'Concurrent attempts through each ESP account that has a lower limit because it is slow',
  labelNames: ['esp_account'],
});

const failuresToOpen = 5;
const firstPauseMs = 5_000;
const maxPauseMs = 15 * 60_000;
/** Longer than any pause: without an attempt for this time, the account is deleted or its failures are outdated. */
const failuresRememberedMs = 60 * 60_000;

/** Attempts that take longer hold slots that others could use. */
const targetMs = 5_000;
/** Minimum for the slowest lane. */
const minSlots = 4;
/** Weight of one attempt in the moving average. */
const weight = 0.2;
/**
 * Each slow lane is a parameter of the claim statement, so their number is limited; an evicted lane is measured again.
 */
const maxSlow = 500;
const slowRememberedMs = 10 * 60_000;

interface Breaker {
  failures: number;
  pauses: number;
  openUntil: number;
  failedAt: number;
  error: Failure;
  retriedAt: number | undefined;
}

/** The provider's response to a failed attempt. */
export interface Failure {
  readonly detail: string;
  readonly code?: string | undefined;
}

interface Pace {
  /** Exponentially weighted moving average of the duration of attempts. */
  readonly averageMs: number;
  readonly limit: number;
}

/**
 * Limits concurrent attempts through an ESP account that fails or is slow. The state is per process; replicas measure
 * by themselves. `AttemptCounts` stores pauses for views.
 *
 * Circuit breaker: five failures in a row that are the account's fault (login, quota, suspension, TLS, provider outage)
 * pause it for 5 s. Then one attempt at a time tests it; each failure doubles the pause, up to 15 min. Waiting email
 * does not count as an attempt.
 *
 * An account whose attempts take more than 5 s on average gets fewer slots, at least 4. Each fast attempt adds one
 * again.
 */
@Injectable()
export class LaneLimits {
  private readonly breakers = new Map<string, Breaker>();
  private readonly slow = new LRUCache<string, Pace>({
    max: maxSlow,
    ttl: slowRememberedMs,
    dispose: (_pace, lane, reason) => {
      if (reason !== 'set') slots.remove({ esp_account: lane });
    },
  });

  constructor(@Inject(CONFIG) private readonly config: Pick<DeliveryConfig, 'DELIVERY_LANE_CONCURRENCY'>) {}

  /** Maximum number of concurrent attempts through this account. */
  getLimit(lane: string): number {
    const breaker = this.breakers.get(lane);
    const isFailing = breaker && breaker.failures >= failuresToOpen;
    const max = isFailing ? Number(breaker.openUntil <= Date.now()) : Infinity;
    return Math.min(max, this.slow.peek(lane)?.limit ?? Infinity);
  }

  /** End of its pause in Unix milliseconds; undefined when it is not paused. */
  pausedUntil(lane: string): number | undefined {
    return this.getLimit(lane) === 0 ? this.breakers.get(lane)?.openUntil : undefined;
  }

  /** The last failure of an account that is paused or tested, with its Unix time in seconds. */
  getError(lane: string): LaneError | undefined {
    const { error, failures = 0, failedAt = 0 } = this.breakers.get(lane) ?? {};
    if (!error || failures < failuresToOpen) return undefined;
    return { message: error.detail, code: error.code, at: Math.floor(failedAt / 1000) };
  }

  /**
   * Ends the pause if someone asked for it since the last call; the next failure starts another one. `retriedAt` is
   * when, compared only with itself, so clocks need not agree.
   */
  applyRetry(lane: string, retriedAt: number): void {
    const breaker = this.breakers.get(lane);
    if (!breaker || breaker.retriedAt === retriedAt) return;
    if (breaker.retriedAt !== undefined) {
      breaker.failures = failuresToOpen - 1;
      breaker.openUntil = 0;
      breakersOpen.remove({ esp_account: lane });
    }
    breaker.retriedAt = retriedAt;
  }

  /** Accounts that are paused or tested with one attempt at a time. */
  get failing(): readonly string[] {
    for (const [lane, { failedAt }] of this.breakers)
      if (failedAt + failuresRememberedMs <= Date.now()) this.recordSuccess(lane);
    return [...this.breakers].filter(([, { failures }]) => failures >= failuresToOpen).map(([lane]) => lane);
  }

  /** Accounts with a limit. */
  get limited(): readonly string[] {
    this.slow.purgeStale();
    return [...new Set([...this.failing, ...this.slow.keys()])];
  }

  /** Records a failure that is the account's fault. Returns whether it starts a pause. */
  recordFailure(lane: string, error: Failure): boolean {
    const now = Date.now();
    const breaker = this.breakers.get(lane) ?? {
      failures: 0,
      pauses: 0,
      openUntil: 0,
      failedAt: 0,
      retriedAt: undefined,
      error,
    };
    this.breakers.set(lane, breaker);
    breaker.failures += 1;
    breaker.failedAt = now;
    breaker.error = error;
    // Attempts that were in flight when it opened add no information.
    if (breaker.failures < failuresToOpen || breaker.openUntil > now) return false;
    breaker.openUntil = now + Math.min(firstPauseMs * 2 ** breaker.pauses, maxPauseMs);
    breaker.pauses += 1;
    breakersOpen.set({ esp_account: lane }, 1);
    return true;
  }

  /** Returns whether it had failed. */
  recordSuccess(lane: string): boolean {
    const hadFailed = this.breakers.delete(lane);
    if (hadFailed) breakersOpen.remove({ esp_account: lane });
    return hadFailed;
  }

  /** Records how long the provider took for an attempt. */
  recordDuration(lane: string, ms: number): void {
    const known = this.slow.peek(lane);
    if (!known && ms <= targetMs) return;
    const max = this.config.DELIVERY_LANE_CONCURRENCY;
    const { averageMs, limit } = known ?? { averageMs: 0, limit: max };
    const average = averageMs + (ms - averageMs) * weight;
    const bound = average > targetMs ? Math.max(minSlots, Math.floor((max * targetMs) / average)) : max;
    const next = Math.min(bound, max, ms <= targetMs ? limit + 1 : limit);
    if (next >= max && average <= targetMs && ms <= targetMs) this.slow.delete(lane);
    else {
      this.slow.set(lane, { averageMs: average, limit: next });
      slots.set({ esp_account: lane }, next);
    }
  }

  /** Resets the limits, because the account was changed or deleted. */
  delete(lane: string): void {
    this.recordSuccess(lane);
    this.slow.delete(lane);
  }
}
