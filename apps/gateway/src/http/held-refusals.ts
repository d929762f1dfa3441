import { Injectable } from '@nestjs/common';
import type { ServiceError } from '@postrider/contracts';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import { Overloaded } from './admission.js';
import type { ArrivingRequest } from './api-request.js';

/** Refusals that an account is told at once, in a second. */
const promptPerSecond = 20;
/** Further ones come so long after the request did: late enough that it pays to keep to Retry-After, and with what a busy machine adds still within a second. */
const heldMs = 600;
const mostOfOne = 1_024;
const mostInAll = 4_096;
const mostAccounts = 20_000;

interface Refused {
  count: number;
  readonly endsAt: number;
  /** Who waits longest is first. */
  readonly held: Set<() => void>;
}

/**
 * Lets a caller wait who asks again as soon as it was refused: a refusal costs little, thousands a second cost others their answers. From a number of
 * connections only so many refusals a second can be asked for, and of what waits nothing is read.
 */
@Injectable()
export class HeldRefusals {
  private readonly refused = new LRUCache<string, Refused>({ max: mostAccounts });
  private inAll = 0;

  /** Calls `answer` now or a little later, but not any more when the caller has left. */
  tell(request: ArrivingRequest, response: Response, error: ServiceError, answer: () => void): void {
    const isHeld = error.code === 'rate_limited' || error instanceof Overloaded;
    // The calls of a batch wait for each other as it is.
    if (!isHeld || request.arrivedAt === undefined || this.isPrompt(request)) answer();
    else this.hold(this.of(request), response, request.arrivedAt + heldMs - Date.now(), answer);
  }

  private isPrompt(request: ArrivingRequest): boolean {
    const refused = this.of(request);
    refused.count += 1;
    return refused.count <= promptPerSecond;
  }

  /** Of those without a key, by address. */
  private of({ caller, ip = '' }: ArrivingRequest): Refused {
    const name = caller?.accountId ?? ip;
    const known = this.refused.get(name);
    const now = Date.now();
    if (known && known.endsAt > now) return known;
    const refused = { count: 0, endsAt: now + 1_000, held: known?.held ?? new Set<() => void>() };
    this.refused.set(name, refused);
    return refused;
  }

  private hold({ held }: Refused, response: Response, ms: number, answer: () => void): void {
    const end = (): void => {
      clearTimeout(timer);
      response.off('close', end);
      if (held.delete(told)) this.inAll -= 1;
    };
    const told = (): void => {
      end();
      answer();
    };
    const timer = setTimeout(told, Math.max(0, ms));
    response.once('close', end);
    held.add(told);
    this.inAll += 1;
    if (held.size > mostOfOne || this.inAll > mostInAll) {
      const [longest] = held;
      longest!();
    }
  }
}
