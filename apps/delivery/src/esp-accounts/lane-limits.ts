import { Inject, Injectable } from '@nestjs/common';
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
  help: 'Attempts at a time through each ESP account that has fewer because it is slow',
  labelNames: ['esp_account'],
});

const failuresToOpen = 5;
const firstPauseMs = 5_000;
const maxPauseMs = 15 * 60_000;
/** Longer than any pause: an account without an attempt for so long is deleted, or its failures say nothing any more. */
const failuresRememberedMs = 60 * 60_000;

/** A provider that takes longer than this for a mail holds slots that others could use. */
const targetMs = 5_000;
/** What even the slowest lane may have. */
const minSlots = 4;
/** How much one attempt counts in the moving average. */
const weight = 0.2;
/** The claim gets each slow lane as a parameter, so these are few; what is forgotten is learned again. */
const maxSlow = 500;
const slowRememberedMs = 10 * 60_000;

interface Breaker {
  failures: number;
  pauses: number;
  openUntil: number;
  failedAt: number;
}

interface Pace {
  /** Exponentially weighted moving average of the time of attempts. */
  readonly averageMs: number;
  readonly limit: number;
}

/**
 * Limits the attempts in progress through an ESP account that fails or is slow. Known to this process only; other replicas find out by themselves.
 *
 * An account that fails for reasons of its own (login, quota, suspension, TLS, an outage of the provider) five times in a row is paused for 5 s. Then one
 * attempt at a time shows whether it works again; each failure doubles the pause, up to 15 min. Waiting mail uses up no attempts.
 *
 * An account whose attempts take more than 5 s on average gets fewer slots, down to 4. Each attempt that is fast again gives back one.
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

  /** How many attempts may be in progress at a time through this account. */
  limitOf(lane: string): number {
    const breaker = this.breakers.get(lane);
    const isFailing = breaker && breaker.failures >= failuresToOpen;
    const most = isFailing ? Number(breaker.openUntil <= Date.now()) : Infinity;
    return Math.min(most, this.slow.peek(lane)?.limit ?? Infinity);
  }

  /** Until when nothing goes through it, in Unix milliseconds; undefined where something does. */
  pausedUntil(lane: string): number | undefined {
    return this.limitOf(lane) === 0 ? this.breakers.get(lane)?.openUntil : undefined;
  }

  /** Accounts that are paused, or tried with one attempt at a time. */
  get failing(): readonly string[] {
    for (const [lane, { failedAt }] of this.breakers)
      if (failedAt + failuresRememberedMs <= Date.now()) this.worked(lane);
    return [...this.breakers].filter(([, { failures }]) => failures >= failuresToOpen).map(([lane]) => lane);
  }

  /** Accounts that have fewer slots than others. */
  get limited(): readonly string[] {
    this.slow.purgeStale();
    return [...new Set([...this.failing, ...this.slow.keys()])];
  }

  /** An attempt failed for a reason of the account. */
  failed(lane: string): void {
    const now = Date.now();
    const breaker = this.breakers.get(lane) ?? { failures: 0, pauses: 0, openUntil: 0, failedAt: 0 };
    this.breakers.set(lane, breaker);
    breaker.failures += 1;
    breaker.failedAt = now;
    // Attempts that were in progress when it opened prove nothing new.
    if (breaker.failures < failuresToOpen || breaker.openUntil > now) return;
    breaker.openUntil = now + Math.min(firstPauseMs * 2 ** breaker.pauses, maxPauseMs);
    breaker.pauses += 1;
    breakersOpen.set({ esp_account: lane }, 1);
  }

  worked(lane: string): void {
    if (this.breakers.delete(lane)) breakersOpen.remove({ esp_account: lane });
  }

  /** The provider answered an attempt after so many milliseconds. */
  took(lane: string, ms: number): void {
    const known = this.slow.peek(lane);
    if (!known && ms <= targetMs) return;
    const most = this.config.DELIVERY_LANE_CONCURRENCY;
    const { averageMs, limit } = known ?? { averageMs: 0, limit: most };
    const average = averageMs + (ms - averageMs) * weight;
    const bound = average > targetMs ? Math.max(minSlots, Math.floor((most * targetMs) / average)) : most;
    const next = Math.min(bound, most, ms <= targetMs ? limit + 1 : limit);
    if (next >= most && average <= targetMs && ms <= targetMs) this.slow.delete(lane);
    else {
      this.slow.set(lane, { averageMs: average, limit: next });
      slots.set({ esp_account: lane }, next);
    }
  }

  /** The account was changed or deleted: what was learned of it does not hold any more. */
  forget(lane: string): void {
    this.worked(lane);
    this.slow.delete(lane);
  }
}
