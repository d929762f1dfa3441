import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { within } from '@postrider/concurrency';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';

/** How long a request waits for an earlier one with the same key (docs/guides/idempotency.md). */
const waitMs = 2_000;
/** Part of the caller's time that is reserved for the reply. */
const replyReserveMs = 500;

/** Delays between checks for the result of another process, doubled from `first` to `last`. */
const recheckMs = { first: 25, last: 400 };

/** Another process is handling a request with this key; this one did nothing. */
export class RequestInProgress extends Error {
  override readonly name = 'RequestInProgress';
}

/**
 * Runs requests with an Idempotency-Key one after the other per key, so that a repeated request finds the first one's
 * result. `RequestInProgress` signals that another process handles the key; the request is then retried until that
 * ends.
 */
@Injectable()
export class IdempotentRequests {
  private readonly running = new Map<string, Promise<unknown>>();

  get inFlight(): number {
    return this.running.size;
  }

  /** @throws ServiceError `idempotency_in_progress` if the first request takes too long */
  run<Result>(context: RequestContext, key: string | undefined, work: () => Promise<Result>): Promise<Result> {
    return key === undefined ? work() : this.runAfterFirst(context, `${context.accountId} ${key}`, work);
  }

  private async runAfterFirst<Result>(
    { deadline }: RequestContext,
    key: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const until = Math.min(Date.now() + waitMs, deadline - replyReserveMs);
    const first = this.running.get(key);
    if (first) await within(first.catch(ended), Math.max(0, until - Date.now()), throwInProgress);
    const result = waitUntilFree(work, until);
    // Another waiting request started first. Either the first request failed, or all of these are replays.
    if (this.running.has(key)) return result;
    this.running.set(key, result);
    try {
      return await result;
    } finally {
      this.running.delete(key);
    }
  }
}

const ended = (): void => {};

async function waitUntilFree<Result>(work: () => Promise<Result>, until: number): Promise<Result> {
  for (let waitMs = recheckMs.first; ; waitMs = Math.min(2 * waitMs, recheckMs.last)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RequestInProgress)) throw error;
    }
    if (Date.now() >= until) return throwInProgress();
    await sleep(Math.min(waitMs, Math.max(0, until - Date.now())));
  }
}

function throwInProgress(): never {
  throw new ServiceError(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still in progress; retry with the same key',
  );
}
