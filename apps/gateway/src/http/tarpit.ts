import { Injectable } from '@nestjs/common';
import { Shares, TokenBuckets } from '@postrider/concurrency';
import type { ServiceError } from '@postrider/contracts';
import type { Response } from 'express';
import { Overloaded } from './admission.js';
import type { IncomingApiRequest } from './api-request.js';

/** Rejections of an account that are sent without delay. */
const prompt = { perSecond: 20, windowSeconds: 1 };
/** The delay of further rejections since their request: long enough that it pays to wait for Retry-After. */
const delayMs = 600;

/**
 * Slows down callers that retry immediately after a rejection. One rejection is cheap, but thousands per second delay
 * other requests. Delayed responses bound the rate per connection.
 */
@Injectable()
export class Tarpit {
  private readonly prompt = new TokenBuckets();
  private readonly shares = new Shares({ capacity: 4_096, maxPerKey: 1_024 });
  /** The functions that send delayed rejections, with their callers; oldest first. */
  private readonly delayed = new Map<() => void, string>();

  /** Calls `respond` immediately or after a delay, unless the caller disconnects first. */
  delay(request: IncomingApiRequest, response: Response, error: ServiceError, respond: () => void): void {
    const isDelayed = error.code === 'rate_limited' || error instanceof Overloaded;
    // Callers without a key count by address.
    const caller = request.caller?.accountId ?? request.ip ?? '';
    // Calls of a batch have no arrival time and are not delayed, because they wait for each other anyway.
    if (!isDelayed || request.arrivedAt === undefined || this.prompt.take(caller, prompt) === 0) respond();
    else this.hold(caller, response, request.arrivedAt + delayMs - Date.now(), respond);
  }

  private hold(caller: string, response: Response, ms: number, respond: () => void): void {
    if (this.shares.capacityFor(caller) <= 0) this.respondToOldest(caller);
    const release = this.shares.take(caller);
    const end = (): void => {
      clearTimeout(timer);
      response.off('close', end);
      this.delayed.delete(send);
      release();
    };
    const send = (): void => {
      end();
      respond();
    };
    const timer = setTimeout(send, Math.max(0, ms));
    response.once('close', end);
    this.delayed.set(send, caller);
  }

  /** Sends the oldest rejection of this caller, or of all callers if it has none. */
  private respondToOldest(caller: string): void {
    const [oldest] = this.delayed.keys();
    for (const [send, other] of this.delayed) if (other === caller) return send();
    oldest?.();
  }
}
