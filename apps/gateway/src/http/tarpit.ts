import { Injectable } from '@nestjs/common';
import { Shares, TokenBuckets } from '@postrider/concurrency';
import type { ServiceError } from '@postrider/contracts';
import type { Response } from 'express';
import { Overloaded } from './admission.js';
import type { ArrivingRequest } from './api-request.js';

/** Refusals that an account gets at once. */
const prompt = { perSecond: 20, windowSeconds: 1 };
/** Further ones come so long after the request did: late enough that it pays to keep to Retry-After, and with what a busy machine adds still within a second. */
const heldMs = 600;

/**
 * Slows down a caller that asks again as soon as it was refused: a refusal costs little, thousands a second cost others their answers. From a number of
 * connections only so many refusals a second can be asked for, and of what waits nothing is read.
 */
@Injectable()
export class Tarpit {
  private readonly prompt = new TokenBuckets();
  private readonly shares = new Shares({ capacity: 4_096, maxPerKey: 1_024 });
  /** The function that answers, with the caller whose refusal it is; the one that has waited longest is first. */
  private readonly held = new Map<() => void, string>();

  /** Calls `answer` now or a little later, but not any more when the caller has left. */
  tell(request: ArrivingRequest, response: Response, error: ServiceError, answer: () => void): void {
    const isHeld = error.code === 'rate_limited' || error instanceof Overloaded;
    // A caller without a key counts by its address.
    const caller = request.caller?.accountId ?? request.ip ?? '';
    // The calls of a batch wait for each other as it is.
    if (!isHeld || request.arrivedAt === undefined || this.prompt.take(caller, prompt) === 0) answer();
    else this.hold(caller, response, request.arrivedAt + heldMs - Date.now(), answer);
  }

  private hold(caller: string, response: Response, ms: number, answer: () => void): void {
    if (this.shares.roomFor(caller) <= 0) this.answerOldest(caller);
    const release = this.shares.take(caller);
    const end = (): void => {
      clearTimeout(timer);
      response.off('close', end);
      this.held.delete(tell);
      release();
    };
    const tell = (): void => {
      end();
      answer();
    };
    const timer = setTimeout(tell, Math.max(0, ms));
    response.once('close', end);
    this.held.set(tell, caller);
  }

  /** Of this caller, or of all where it has none. */
  private answerOldest(caller: string): void {
    const [oldest] = this.held.keys();
    for (const [tell, other] of this.held) if (other === caller) return tell();
    oldest?.();
  }
}
