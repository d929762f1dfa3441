import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { within } from '@postrider/concurrency';
import type { RequestContext } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';

/** How long a request waits for an earlier one under its key (docs/guides/idempotency.md). */
const waitMs = 2_000;
/** Of a caller's time, kept for the answer. */
const timeToAnswerMs = 500;

/** Between two looks at what another process carries out: doubled from the first to the last. */
const recheckMs = { first: 25, last: 400 };

/** Another process is carrying out a request under this key, and nothing was done. */
export class InProgressElsewhere extends Error {
  override readonly name = 'InProgressElsewhere';
}

/**
 * The requests with an Idempotency-Key that this process is carrying out. The second under a key begins when the first is done, so that it finds
 * its answer. The database says, by `InProgressElsewhere`, what other processes are at: then it begins again until they are done.
 */
@Injectable()
export class IdempotentRequests {
  private readonly running = new Map<string, Promise<unknown>>();

  get underWay(): number {
    return this.running.size;
  }

  /** @throws ServiceError `idempotency_in_progress` when the first takes too long */
  run<Answer>(context: RequestContext, key: string | undefined, work: () => Promise<Answer>): Promise<Answer> {
    return key === undefined ? work() : this.inTurn(context, `${context.accountId} ${key}`, work);
  }

  private async inTurn<Answer>(
    { deadline }: RequestContext,
    key: string,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const until = Math.min(Date.now() + waitMs, deadline - timeToAnswerMs);
    const first = this.running.get(key);
    if (first) await within(first.catch(ended), Math.max(0, until - Date.now()), stillRunning);
    const answer = whenFree(work, until);
    // Others have waited for the same one and were faster. It failed, or all of them are replays.
    if (this.running.has(key)) return answer;
    this.running.set(key, answer);
    try {
      return await answer;
    } finally {
      this.running.delete(key);
    }
  }
}

const ended = (): void => {};

async function whenFree<Answer>(work: () => Promise<Answer>, until: number): Promise<Answer> {
  for (let waitMs = recheckMs.first; ; waitMs = Math.min(2 * waitMs, recheckMs.last)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof InProgressElsewhere)) throw error;
    }
    if (Date.now() >= until) return stillRunning();
    await sleep(Math.min(waitMs, Math.max(0, until - Date.now())));
  }
}

function stillRunning(): never {
  throw new ServiceError(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still being carried out; ask again with the same key',
  );
}
