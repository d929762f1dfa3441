import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postrider/service';
import { LRUCache } from 'lru-cache';
import { Gauge } from 'prom-client';
import type { DeliveryConfig } from '../config.js';

const slots = new Gauge({
  name: 'postrider_lane_slots',
  help: 'Attempts at a time through each ESP account that has fewer because it is slow',
  labelNames: ['esp_account'],
});

/** A provider that takes longer than this for a mail holds slots that others could use. */
const targetMs = 5_000;
/** What even the slowest lane may have. */
const leastSlots = 4;
/** How much one attempt counts in the moving average. */
const weight = 0.2;
/** The claim is told of each slow lane, so these are few; what is forgotten is learned again. */
const mostLanes = 500;
const rememberedMs = 10 * 60_000;

interface Pace {
  /** Exponentially weighted moving average of what attempts took. */
  averageMs: number;
  limit: number;
}

/**
 * Bounds the attempts under way through an ESP account by how long these take, whatever comes of them: past 5 s on average, the slower, the
 * fewer, down to 4, so that a provider that takes its time over every mail does not hold its whole share of the slots. Each attempt that is fast
 * again gives back one, up to DELIVERY_LANE_CONCURRENCY. Of lanes that never were slow nothing is kept. Known to this process only.
 */
@Injectable()
export class LanePace {
  private readonly slow = new LRUCache<string, Pace>({
    max: mostLanes,
    ttl: rememberedMs,
    dispose: (_pace, lane, reason) => {
      if (reason !== 'set') slots.remove({ esp_account: lane });
    },
  });

  constructor(@Inject(CONFIG) private readonly config: Pick<DeliveryConfig, 'DELIVERY_LANE_CONCURRENCY'>) {}

  /** How many attempts may be under way at once through this lane, as far as its pace is concerned. */
  limitOf(lane: string): number {
    return this.slow.peek(lane)?.limit ?? Infinity;
  }

  get limited(): readonly string[] {
    this.slow.purgeStale();
    return [...this.slow.keys()];
  }

  /** An attempt through this lane was answered after so many milliseconds. */
  took(lane: string, ms: number): void {
    const known = this.slow.peek(lane);
    if (!known && ms <= targetMs) return;
    const most = this.config.DELIVERY_LANE_CONCURRENCY;
    const { averageMs, limit } = known ?? { averageMs: 0, limit: most };
    const average = averageMs + (ms - averageMs) * weight;
    const bound = average > targetMs ? Math.max(leastSlots, Math.floor((most * targetMs) / average)) : most;
    const next = Math.min(bound, most, ms <= targetMs ? limit + 1 : limit);
    if (next >= most && average <= targetMs && ms <= targetMs) this.slow.delete(lane);
    else {
      this.slow.set(lane, { averageMs: average, limit: next });
      slots.set({ esp_account: lane }, next);
    }
  }

  /** What was learned of its old credentials and settings does not hold for the new ones. */
  forget(lane: string): void {
    this.slow.delete(lane);
  }
}
