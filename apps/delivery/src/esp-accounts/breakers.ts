import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';

const breakersOpen = new Gauge({
  name: 'postrider_breaker_open',
  help: '1 for each ESP account that is paused because it fails',
  labelNames: ['esp_account'],
});

const failuresToOpen = 5;
const firstPauseMs = 5_000;
const longestPauseMs = 15 * 60_000;
/** Longer than any pause: an account without an attempt for so long is deleted, or its failures say nothing any more. */
const rememberedMs = 60 * 60_000;

interface Breaker {
  failures: number;
  pauses: number;
  openUntil: number;
  failedAt: number;
}

/**
 * Pauses ESP accounts that fail for reasons of their own (login, quota, suspension, TLS, an outage of the provider): after five such failures
 * in a row nothing goes through the account for 5 s, then one attempt at a time shows whether it works again; each that fails doubles the
 * pause, up to 15 min. What waits uses up no attempts, and no recipient is blamed. Known to this process only; other replicas find out by themselves.
 */
@Injectable()
export class Breakers {
  private readonly breakers = new Map<string, Breaker>();

  constructor(private readonly now: () => number = Date.now) {}

  /** How many attempts may be under way at once through this account. */
  limitOf(lane: string): number {
    const breaker = this.breakers.get(lane);
    if (!breaker || breaker.failures < failuresToOpen) return Infinity;
    return breaker.openUntil > this.now() ? 0 : 1;
  }

  /** Until when nothing goes through it, in Unix milliseconds; undefined where something does. */
  pausedUntil(lane: string): number | undefined {
    return this.limitOf(lane) === 0 ? this.breakers.get(lane)?.openUntil : undefined;
  }

  /** Accounts that may not be used freely at the moment. */
  get limited(): readonly string[] {
    for (const [lane, { failedAt }] of this.breakers) if (failedAt + rememberedMs <= this.now()) this.worked(lane);
    return [...this.breakers.keys()].filter((lane) => this.limitOf(lane) !== Infinity);
  }

  failed(lane: string): void {
    const breaker = this.breakers.get(lane) ?? { failures: 0, pauses: 0, openUntil: 0, failedAt: 0 };
    this.breakers.set(lane, breaker);
    breaker.failures += 1;
    breaker.failedAt = this.now();
    // Attempts that were under way when it opened prove nothing new.
    if (breaker.failures < failuresToOpen || breaker.openUntil > this.now()) return;
    breaker.openUntil = this.now() + Math.min(firstPauseMs * 2 ** breaker.pauses, longestPauseMs);
    breaker.pauses += 1;
    breakersOpen.set({ esp_account: lane }, 1);
  }

  worked(lane: string): void {
    if (this.breakers.delete(lane)) breakersOpen.remove({ esp_account: lane });
  }
}
